/* Two cores that share memory. A model compiled with --cores 2 divides its operators between them by a static
 * schedule (docs/two-cores.md): the first core runs <name>_run(), the second <name>_core1(). They meet
 * through two functions of the application; no RTOS is needed. C99 and C++17. */
#ifndef NOOK_CORES_H_
#define NOOK_CORES_H_

#ifdef __cplusplus
extern "C" {
#endif

/* Lets the next nook_wait(core), on that core, return. It may come before the wait, which then returns at
 * once. Releases: all that the calling core wrote before is visible to `core` after its wait, so it needs a
 * barrier before it sets the signal (__DMB(), atomic_thread_fence(memory_order_release)), and a core with a
 * data cache that is not coherent writes it back. At most one signal to each core is pending. */
void nook_signal(int core);

/* Returns after the next nook_signal(core), which it consumes; called on `core`: 0 or 1. Acquires: a barrier
 * follows the wait, and a data cache that is not coherent is invalidated. */
void nook_wait(int core);

#ifdef __cplusplus
}
#endif

#endif
