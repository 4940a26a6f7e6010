// Calling a function on another stack, on the same thread.

#ifndef GRAPHCODABLE_CSTACK_H
#define GRAPHCODABLE_CSTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if __has_feature(nullability)
#define CSTACK_NULLABLE _Nullable
#define CSTACK_NONNULL _Nonnull
#else
#define CSTACK_NULLABLE
#define CSTACK_NONNULL
#endif

/// The memory of a stack, which grows from `end` down to `lowest`. Both are 0 where that is not known.
typedef struct {
    uintptr_t lowest;
    uintptr_t end;
} CStackBounds;

// arm64e signs function pointers, and x32 has pointers of another size.
#if (defined(__APPLE__) || defined(__linux__)) && !defined(__ILP32__) \
    && (defined(__x86_64__) || (defined(__aarch64__) && !defined(__arm64e__)))
#define CSTACK_CAN_SWITCH 1
#else
#define CSTACK_CAN_SWITCH 0
#endif

/// Whether this processor and system can call a function on another stack.
static inline bool cstack_can_switch(void) {
    return CSTACK_CAN_SWITCH;
}

/// The stack pointer, or an address close to it. Variables may lie elsewhere: the address sanitizer moves them.
static inline uintptr_t cstack_pointer(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

/// The stack in use, as far as it has been found out.
extern _Thread_local CStackBounds cstack_current;

/// Finds out what stack the caller runs on, if that is not known.
CStackBounds cstack_find_bounds(void);

/// The bounds of the stack that the caller runs on: a segment of `cstack_call`, or the thread's own.
static inline CStackBounds cstack_bounds(void) {
    const CStackBounds known = cstack_current;
    const uintptr_t address = cstack_pointer();
    return address >= known.lowest && address < known.end ? known : cstack_find_bounds();
}

/// Reserves memory for a stack, with a guard of 16 MiB below it. Memory is used only where the stack is touched.
///
/// Returns bounds of 0 when there is no memory.
CStackBounds cstack_allocate(size_t size);

/// Gives back what `cstack_allocate` returned.
void cstack_free(CStackBounds stack);

/// Tells the system that the contents of a part of such memory are not needed: they are lost, and take no memory any more.
///
/// `start` and `size` are multiples of 65,536.
void cstack_discard(uintptr_t start, size_t size);

/// Calls a function on another stack, and comes back when it returns.
///
/// Invariant: `stack` is memory of `cstack_allocate` that no function is running on. `body` returns normally: it does not
/// throw a C++ exception and does not call `longjmp` across this call. The caller's stack stays where it is meanwhile, so
/// that pointers to its variables are valid in `body`.
void cstack_call(CStackBounds stack, void (*CSTACK_NONNULL body)(void *CSTACK_NONNULL), void *CSTACK_NONNULL context);

#endif
