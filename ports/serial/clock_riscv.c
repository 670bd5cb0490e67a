/* The cycle counter of a RISC-V core as the clock: ticks are cycles. YOUR BOARD: the core's clock in Hz, with
 * -DNOOK_CLOCK_HZ=... or here. Some chips have their own counter instead of mcycle (ESP32-C3: mpccr, 0x7e2):
 * then put its name here. */
#include "ports/port.h"

#ifndef NOOK_CLOCK_HZ
#error "NOOK_CLOCK_HZ: the core's clock in Hz, for example -DNOOK_CLOCK_HZ=160000000"
#endif

uint32_t port_clock(void) {
  uint32_t cycles;
  __asm volatile(".option push\n .option arch, +zicsr\n csrr %0, mcycle\n .option pop" : "=r"(cycles));
  return cycles;
}

uint32_t port_clock_hz(void) { return NOOK_CLOCK_HZ; }
