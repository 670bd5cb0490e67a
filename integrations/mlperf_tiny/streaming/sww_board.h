/* The functions that the streaming wake word needs from a board, in addition to serial_start() and
 * serial_get() of ports/serial/serial.h, port_init(), port_clock() and port_clock_hz() of ports/port.h, and
 * the C library's printf() and malloc(). */
#ifndef NOOK_STREAMING_SWW_BOARD_H_
#define NOOK_STREAMING_SWW_BOARD_H_

#include <stdint.h>

/* The pins that the interface board watches. Timestamp and detected are high when idle. */
enum { SWW_TIMESTAMP, SWW_PROCESSING, SWW_DETECTED };

void sww_set_pin(int pin, int level);

/* Begins to fill `to` with samples of both channels in turn, and returns at once: 0, or a code of the board.
 * When the buffer is full, the board calls sww_received(), usually from the interrupt of its DMA. */
uint32_t sww_receive(int16_t* to, uint32_t samples);
uint32_t sww_stop(void);

/* Called by main while it waits for commands; empty on a board with interrupts. */
void sww_poll(void);

/* Called by the board. */
void sww_received(void);

#endif
