/* The machine timer, low word. */
#include "ports/port.h"

uint32_t port_clock(void) { return *(volatile uint32_t*)0x0200BFF8u; }

uint32_t port_clock_hz(void) { return 10000000u; }
