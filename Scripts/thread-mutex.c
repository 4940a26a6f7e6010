// Tells the thread sanitizer of the mutexes of Swift's Synchronization module on Linux. Scripts/sanitize preloads it.
//
// Such a mutex is a word that is compared and exchanged in the program's own code, which the sanitizer sees. Only when two
// threads want it at once do they call the two functions below, which leave the waiting to the kernel. They lie in a library
// that is not made for the sanitizer, so that it misses who waited for whom, and takes what the mutex guards for a race.
// Nothing is suppressed here: accesses without the mutex are found as ever.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Missing in programs that are not made for the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        abort();
    }
    return function;
}

// Synchronization._MutexHandle._lockSlow(UInt32)
Lock lockSlow __asm__(LOCK);

__attribute__((swiftcall)) void lockSlow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    ((Lock *)next(LOCK))(thread, mutex);
    if (__tsan_acquire) {
        __tsan_acquire(mutex);
    }
}

// Synchronization._MutexHandle._unlockSlow()
Unlock unlockSlow __asm__(UNLOCK);

__attribute__((swiftcall)) void unlockSlow(__attribute__((swift_context)) void *mutex) {
    if (__tsan_release) {
        __tsan_release(mutex);
    }
    ((Unlock *)next(UNLOCK))(mutex);
}
