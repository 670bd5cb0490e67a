/* The cycle counter of a Cortex-M3 and larger as the clock: ticks are cycles. A Cortex-M0 has none. YOUR
 * BOARD: the core's clock in Hz, with -DNOOK_CLOCK_HZ=... or here. */
#include "ports/port.h"

#ifndef NOOK_CLOCK_HZ
#error "NOOK_CLOCK_HZ: the core's clock in Hz, for example -DNOOK_CLOCK_HZ=120000000"
#endif

#define DEBUG_CONTROL (*(volatile uint32_t*)0xE000EDFCu) /* DEMCR */
#define DWT_CONTROL   (*(volatile uint32_t*)0xE0001000u)
#define DWT_CYCLES    (*(volatile uint32_t*)0xE0001004u)
#define DWT_UNLOCK    (*(volatile uint32_t*)0xE0001FB0u) /* on a Cortex-M7; no effect elsewhere */

uint32_t port_clock(void) {
  if (!(DWT_CONTROL & 1u)) {
    DEBUG_CONTROL |= 1u << 24;
    DWT_UNLOCK = 0xC5ACCE55u;
    DWT_CYCLES = 0;
    DWT_CONTROL |= 1u;
  }
  return DWT_CYCLES;
}

uint32_t port_clock_hz(void) { return NOOK_CLOCK_HZ; }
