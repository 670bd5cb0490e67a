/* A timer that runs all the time. */
#include "ports/port.h"

/* YOUR BOARD: any counter of up to 32 bits; a shorter one needs an interrupt that counts its overflows. Most
 * Cortex-M3 and larger have DWT->CYCCNT. Here timer 0 of an Arm MPS2 board, which counts down. */
#define TIMER_CONTROL (*(volatile uint32_t*)0x40000000u)
#define TIMER_VALUE   (*(volatile uint32_t*)0x40000004u)
#define TIMER_RELOAD  (*(volatile uint32_t*)0x40000008u)

uint32_t port_clock(void) {
  if (!(TIMER_CONTROL & 1u)) {
    TIMER_RELOAD = 0xFFFFFFFFu;
    TIMER_VALUE = 0xFFFFFFFFu;
    TIMER_CONTROL = 1u;
  }
  return 0xFFFFFFFFu - TIMER_VALUE;
}

uint32_t port_clock_hz(void) { return 25000000u; }
