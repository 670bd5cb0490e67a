/* The two cores of an RP2350 or RP2040, with pico-sdk. The cores' FIFO carries the signals, so nothing else
 * may use it during a run, such as multicore_lockout. */
#include <stdint.h>

#include "hardware/sync.h"
#include "nook/cores.h"
#include "pico/multicore.h"
#include "second_core.h"

static void (*second_work)(void);

void nook_signal(int core) {
  (void)core; /* a core writes to the FIFO of the other one */
  __mem_fence_release();
  multicore_fifo_push_blocking(1);
}

void nook_wait(int core) {
  (void)core;
  (void)multicore_fifo_pop_blocking();
  __mem_fence_acquire();
}

static void forever(void) {
  for (;;) second_work();
}

void start_second_core(void (*work)(void)) {
  second_work = work;
  multicore_launch_core1(forever);
}
