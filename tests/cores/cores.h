/* The two functions of nook/cores.h for the tests, with delays. start_core1() begins `loop` on the second
 * core. */
#ifndef NOOK_TESTS_CORES_CORES_H_
#define NOOK_TESTS_CORES_CORES_H_

#include <stdint.h>

#include "nook/cores.h"

void start_core1(void (*loop)(void));
/* With another seed, delays are others; 0: none. */
void set_delays(uint32_t seed);
/* Plants a fault: from now on, wait number `wait` (from 0 on) of `core` in a run returns at once; -1: none.
 */
void skip_wait(int core, int wait);
void begin_run(void);
/* A third party (an521.c): from start_core1() on, a timer interrupts each core again and again, and writes
 * memory of its own. lend() returns after an interrupt of the first core that has overwritten all of the
 * scratch too. */
void lend(void* scratch, uint32_t bytes);
/* Whether its memory has kept all that it wrote, over at least `ticks` interrupts of each core. */
int is_intact(uint32_t ticks);

#endif
