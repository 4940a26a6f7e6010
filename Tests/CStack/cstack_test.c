// Tests of CStack in C, so that they also run where Swift does not, such as under an emulator. See Scripts/Tests/cstack-test.

#include "CStack.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "line %d: %s is false\n", __LINE__, #condition); \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

static bool is_on(CStackBounds stack, const void *address) {
    return (uintptr_t)address >= stack.lowest && (uintptr_t)address < stack.end;
}

// A call runs on the new stack, finds its bounds, and returns to the old one with every saved register in place.

struct visit {
    CStackBounds stack;
    CStackBounds found;
    bool was_on_stack;
    bool was_aligned;
    double product;
};

static void visit(void *context) {
    struct visit *visit = context;
    char local[64];
    memset(local, 1, sizeof local);
    __asm__ volatile("" : : "r"(local) : "memory");
    visit->was_on_stack = is_on(visit->stack, local);
    visit->was_aligned = (uintptr_t)__builtin_frame_address(0) % 16 == 0;
    visit->found = cstack_bounds();
    visit->product = visit->product * 1.5;
}

static void calls_run_on_the_new_stack(void) {
    struct visit context = {.stack = cstack_allocate(100000), .product = 2};
    CHECK(context.stack.end - context.stack.lowest == 131072);
    const CStackBounds outer = cstack_bounds();
    // Enough of them that some have to be in registers that the callee preserves.
    volatile long seed = 7;
    long a = seed, b = a + 1, c = b + 1, d = c + 1, e = d + 1, f = e + 1, g = f + 1, h = g + 1, i = h + 1, j = i + 1;
    double x = (double)seed, y = x + 0.5, z = y + 0.5;
    cstack_call(context.stack, visit, &context);
    CHECK(a + b + c + d + e + f + g + h + i + j == 115);
    CHECK(x + y + z == 22.5);
    CHECK(context.was_on_stack && context.was_aligned && context.product == 3);
    CHECK(context.found.lowest == context.stack.lowest && context.found.end == context.stack.end);
    const CStackBounds after = cstack_bounds();
    CHECK(after.lowest == outer.lowest && after.end == outer.end && is_on(outer, &context));
    cstack_free(context.stack);
}

// Calls nest: each stack is left in order.

static int depth_reached;

static void nest(void *context) {
    const int depth = *(int *)context;
    if (depth == 0) {
        return;
    }
    int next = depth - 1;
    const CStackBounds stack = cstack_allocate(65536);
    CHECK(stack.lowest != 0);
    cstack_call(stack, nest, &next);
    cstack_free(stack);
    depth_reached += 1;
}

static void calls_nest(void) {
    int depth = 40;
    nest(&depth);
    CHECK(depth_reached == 40);
}

// The guard catches a frame that is larger than the stack.

static void overflow(void *context) {
    const uintptr_t lowest = *(uintptr_t *)context;
    *(volatile char *)(lowest - ((uintptr_t)12 << 20)) = 1;
}

static void a_large_frame_hits_the_guard(void) {
    const pid_t child = fork();
    if (child == 0) {
        // The emulator reports the signal.
        close(2);
        const CStackBounds stack = cstack_allocate(65536);
        // More stacks below, where a small guard would end.
        for (int i = 0; i < 200; i++) {
            CHECK(cstack_allocate(65536).lowest != 0);
        }
        cstack_call(stack, overflow, (void *)&stack.lowest);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS));
}

// Each thread has its own bounds.

static void *thread_bounds_hold(void *unused) {
    (void)unused;
    char local;
    const CStackBounds bounds = cstack_bounds();
    CHECK(is_on(bounds, &local));
    CHECK(bounds.end - bounds.lowest >= 200000 && bounds.end - bounds.lowest < 2000000);
    struct visit context = {.stack = cstack_allocate(65536), .product = 2};
    cstack_call(context.stack, visit, &context);
    CHECK(context.was_on_stack && cstack_bounds().lowest == bounds.lowest);
    cstack_free(context.stack);
    return NULL;
}

static void threads_have_their_own_bounds(void) {
    pthread_attr_t attributes;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 262144) == 0);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_create(&threads[i], &attributes, thread_bounds_hold, NULL) == 0);
    }
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

// There are no stacks without memory.

static void too_much_memory_is_refused(void) {
    CHECK(cstack_allocate((size_t)-1).lowest == 0);
    CHECK(cstack_allocate((size_t)1 << 55).lowest == 0);
    cstack_free((CStackBounds){0, 0});
}

int main(void) {
    CHECK(cstack_can_switch());
    calls_run_on_the_new_stack();
    calls_nest();
    a_large_frame_hits_the_guard();
    threads_have_their_own_bounds();
    too_much_memory_is_refused();
    return 0;
}
