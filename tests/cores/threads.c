/* Two threads of a host as two cores. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "cores.h"

static atomic_uint signals[2]; /* to each core, counted */
static unsigned taken[2];      /* by each core */
static atomic_int skipped[2], turn[2];
static atomic_uint seeds[2];

static void delay(int core) {
  const uint32_t seed = atomic_load_explicit(&seeds[core], memory_order_relaxed);
  if (seed == 0) return;
  const uint32_t next = seed * 1664525u + 1013904223u;
  atomic_store_explicit(&seeds[core], next == 0 ? 1 : next, memory_order_relaxed);
  for (uint32_t i = 0; i < next >> 30; ++i) sched_yield();
  for (volatile uint32_t i = 0; i < (next >> 18 & 1023); ++i) {
  }
}

void set_delays(uint32_t seed) {
  atomic_store_explicit(&seeds[0], seed, memory_order_relaxed);
  atomic_store_explicit(&seeds[1], seed * 2654435761u, memory_order_relaxed);
}

void skip_wait(int core, int wait) {
  atomic_store_explicit(&skipped[0], core == 0 ? wait : -1, memory_order_relaxed);
  atomic_store_explicit(&skipped[1], core == 1 ? wait : -1, memory_order_relaxed);
}

void begin_run(void) { atomic_store_explicit(&turn[0], 0, memory_order_relaxed); }

void nook_signal(int core) {
  delay(1 - core);
  atomic_fetch_add_explicit(&signals[core], 1, memory_order_release);
}

void nook_wait(int core) {
  const int number = atomic_fetch_add_explicit(&turn[core], 1, memory_order_relaxed);
  const int skip = number == atomic_load_explicit(&skipped[core], memory_order_relaxed);
  while (!skip && atomic_load_explicit(&signals[core], memory_order_acquire) == taken[core]) sched_yield();
  ++taken[core];
  delay(core);
}

static void* forever(void* loop) {
  void (*const body)(void) = *(void (**)(void))loop;
  for (;;) {
    atomic_store_explicit(&turn[1], 0, memory_order_relaxed);
    body();
  }
  return NULL;
}

void start_core1(void (*loop)(void)) {
  static void (*body)(void);
  static pthread_t thread;
  body = loop;
  if (pthread_create(&thread, NULL, forever, &body) != 0) exit(3);
}
