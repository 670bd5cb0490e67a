/* The declarations of pico-sdk that examples/two_cores uses. */
#include <stdint.h>
void multicore_launch_core1(void (*entry)(void));
void multicore_fifo_push_blocking(uint32_t data);
uint32_t multicore_fifo_pop_blocking(void);
