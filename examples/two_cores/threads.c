/* Two threads as two cores. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "nook/cores.h"
#include "second_core.h"

static atomic_int signalled[2]; /* at most one signal to each core is pending */
static void (*second_work)(void);

void nook_signal(int core) { atomic_store_explicit(&signalled[core], 1, memory_order_release); }

void nook_wait(int core) {
  while (!atomic_load_explicit(&signalled[core], memory_order_acquire)) sched_yield();
  atomic_store_explicit(&signalled[core], 0, memory_order_relaxed);
}

static void* forever(void* unused) {
  (void)unused;
  for (;;) second_work();
  return NULL;
}

void start_second_core(void (*work)(void)) {
  pthread_t thread;
  second_work = work;
  if (pthread_create(&thread, NULL, forever, NULL) != 0) exit(101);
}
