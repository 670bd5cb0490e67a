/* The functions that the runner needs from a board in addition to port_init(), port_clock() and
 * port_clock_hz() of ports/port.h: a serial port with 8 data bits, no parity, one stop bit. No interrupts are
 * needed: while the other side sends, the runner only polls for bytes. */
#ifndef NOOK_PORTS_SERIAL_SERIAL_H_
#define NOOK_PORTS_SERIAL_SERIAL_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enables the port, with its pins and its rate. Called once, after port_init(). */
void serial_start(void);

/* A byte that arrived, 0 to 255; -1 immediately if there is none. */
int serial_get(void);

/* Sends a byte, waiting for room. */
void serial_put(uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif
