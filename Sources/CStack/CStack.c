#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CStack.h"

#if defined(__APPLE__) || defined(__linux__)
#define HAS_POSIX_STACKS 1
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#endif

// Entering and leaving functions are events to the thread sanitizer, which expects those of a fiber to be balanced.
#define NOT_SANITIZED __attribute__((disable_sanitizer_instrumentation, noinline))

_Thread_local CStackBounds cstack_current;

// MARK: Bounds

#if defined(__wasm__)
// The linker defines them: the bounds of the main thread's stack. Other threads have stacks that are not known.
extern unsigned char __stack_low;
extern unsigned char __stack_high;
#endif

static bool contains(CStackBounds stack, uintptr_t address) {
    return address >= stack.lowest && address < stack.end;
}

static CStackBounds thread_bounds(void) {
    CStackBounds bounds = {0, 0};
#if defined(__APPLE__)
    bounds.end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    bounds.lowest = bounds.end - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *lowest = NULL;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &lowest, &size) == 0 && lowest != NULL) {
            bounds.lowest = (uintptr_t)lowest;
            bounds.end = bounds.lowest + size;
        }
        pthread_attr_destroy(&attributes);
    }
#elif defined(_WIN32)
    ULONG_PTR lowest = 0;
    ULONG_PTR end = 0;
    GetCurrentThreadStackLimits(&lowest, &end);
    bounds.lowest = lowest;
    bounds.end = end;
#elif defined(__wasm__)
    bounds.lowest = (uintptr_t)&__stack_low;
    bounds.end = (uintptr_t)&__stack_high;
#endif
    return bounds;
}

CStackBounds cstack_find_bounds(void) {
    const uintptr_t address = cstack_pointer();
    // Asking the system takes long on a main thread: Linux reads a file of /proc for it.
    const CStackBounds found = thread_bounds();
    if (contains(found, address)) {
        cstack_current = found;
        return found;
    }
    // A stack that some other library switched to.
    return (CStackBounds){0, 0};
}

// MARK: Memory

#if HAS_POSIX_STACKS

#ifndef MAP_STACK
#define MAP_STACK 0
#endif
#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/// More than the largest frame, which could jump over it: a variable of a fixed size can have megabytes. A guard takes only
/// address space.
static const size_t guard_size = (size_t)16 << 20;

CStackBounds cstack_allocate(size_t size) {
    const CStackBounds none = {0, 0};
    // A multiple of every system's page size.
    const size_t unit = 65536;
    const size_t usable = (size + unit - 1) / unit * unit;
    if (usable < size || usable + guard_size < usable) {
        return none;
    }
    // Without access at first, so that the guard does not count where the system limits the memory that is promised.
    char *memory = mmap(
        NULL, usable + guard_size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        return none;
    }
    if (mprotect(memory + guard_size, usable, PROT_READ | PROT_WRITE) != 0) {
        munmap(memory, usable + guard_size);
        return none;
    }
    const uintptr_t lowest = (uintptr_t)memory + guard_size;
    return (CStackBounds){lowest, lowest + usable};
}

void cstack_free(CStackBounds stack) {
    if (stack.lowest != 0) {
        munmap((void *)(stack.lowest - guard_size), stack.end - stack.lowest + guard_size);
    }
}

void cstack_discard(uintptr_t start, size_t size) {
#if defined(__APPLE__)
    // Memory that is only freed by `madvise` counts as the process's own until another one needs it.
    mmap((void *)start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0);
#else
    madvise((void *)start, size, MADV_DONTNEED);
#endif
}

#else

CStackBounds cstack_allocate(size_t size) {
    (void)size;
    return (CStackBounds){0, 0};
}

void cstack_free(CStackBounds stack) {
    (void)stack;
}

void cstack_discard(uintptr_t start, size_t size) {
    (void)start;
    (void)size;
}

#endif

// MARK: Switching

#if CSTACK_CAN_SWITCH

#if defined(__MACH__)
#define SYMBOL "_graphcodable_stack_switch"
#define TYPE ".private_extern " SYMBOL "\n"
#define SIZE ""
#else
#define SYMBOL "graphcodable_stack_switch"
#define TYPE ".hidden " SYMBOL "\n.type " SYMBOL ", %function\n"
#define SIZE ".size " SYMBOL ", . - " SYMBOL "\n"
#endif

/// Calls `body(context)` with the stack pointer at `top`, which is a multiple of 16.
///
/// Invariant: the frame pointer is saved on the old stack and points to that place during the call. The callee preserves it,
/// as the calling conventions demand, so that it leads back; and unwinders find the caller by it (the lines `.cfi`).
void graphcodable_stack_switch(void *top, void (*body)(void *), void *context);

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl " SYMBOL "\n" TYPE
    ".p2align 4\n"
    SYMBOL ":\n"
    ".cfi_startproc\n"
    "pushq %rbp\n"
    ".cfi_def_cfa_offset 16\n"
    ".cfi_offset %rbp, -16\n"
    "movq %rsp, %rbp\n"
    ".cfi_def_cfa_register %rbp\n"
    "movq %rdi, %rsp\n"
    "movq %rdx, %rdi\n"
    "callq *%rsi\n"
    "movq %rbp, %rsp\n"
    "popq %rbp\n"
    ".cfi_def_cfa %rsp, 8\n"
    "retq\n"
    ".cfi_endproc\n"
    SIZE);
#else
__asm__(
    ".text\n"
    ".globl " SYMBOL "\n" TYPE
    ".p2align 2\n"
    SYMBOL ":\n"
    ".cfi_startproc\n"
    "stp x29, x30, [sp, #-16]!\n"
    ".cfi_def_cfa_offset 16\n"
    ".cfi_offset x30, -8\n"
    ".cfi_offset x29, -16\n"
    "mov x29, sp\n"
    ".cfi_def_cfa x29, 16\n"
    "mov sp, x0\n"
    "mov x0, x2\n"
    "blr x1\n"
    "mov sp, x29\n"
    ".cfi_def_cfa sp, 16\n"
    "ldp x29, x30, [sp], #16\n"
    ".cfi_def_cfa_offset 0\n"
    ".cfi_restore x30\n"
    ".cfi_restore x29\n"
    "ret\n"
    ".cfi_endproc\n"
    SIZE);
#endif

/// What the first function on a new stack needs.
struct call {
    void (*body)(void *);
    void *context;
#if __has_feature(address_sanitizer)
    void *fake_stack;
    const void *outer_lowest;
    size_t outer_size;
#endif
#if __has_feature(thread_sanitizer)
    void *outer_fiber;
    void *fiber;
#endif
};

NOT_SANITIZED static void run(void *argument) {
    struct call *call = argument;
#if __has_feature(address_sanitizer)
    __sanitizer_finish_switch_fiber(NULL, &call->outer_lowest, &call->outer_size);
#endif
#if __has_feature(thread_sanitizer)
    __tsan_switch_to_fiber(call->fiber, 0);
#endif
    call->body(call->context);
#if __has_feature(thread_sanitizer)
    __tsan_switch_to_fiber(call->outer_fiber, 0);
#endif
#if __has_feature(address_sanitizer)
    // The variables of this stack are gone.
    __sanitizer_start_switch_fiber(NULL, call->outer_lowest, call->outer_size);
#endif
}

NOT_SANITIZED void cstack_call(CStackBounds stack, void (*body)(void *), void *context) {
    struct call call = {.body = body, .context = context};
    const CStackBounds outer = cstack_current;
    cstack_current = stack;
#if __has_feature(thread_sanitizer)
    call.outer_fiber = __tsan_get_current_fiber();
    call.fiber = __tsan_create_fiber(0);
#endif
#if __has_feature(address_sanitizer)
    __sanitizer_start_switch_fiber(&call.fake_stack, (const void *)stack.lowest, stack.end - stack.lowest);
#endif
    graphcodable_stack_switch((void *)stack.end, run, &call);
#if __has_feature(address_sanitizer)
    __sanitizer_finish_switch_fiber(call.fake_stack, NULL, NULL);
#endif
#if __has_feature(thread_sanitizer)
    __tsan_destroy_fiber(call.fiber);
#endif
    cstack_current = outer;
}

#else

void cstack_call(CStackBounds stack, void (*body)(void *), void *context) {
    (void)stack;
    body(context);
}

#endif
