/* A 16550 at the address of QEMU's RISC-V board, by polling. YOUR BOARD: replace the registers by your
 * board's, or call your vendor's driver. */
#include "ports/port.h"
#include "ports/serial/serial.h"

#define UART_REGISTER(n) (*(volatile uint8_t*)(uintptr_t)(0x10000000u + (n)))

enum { kData = 0, kLineStatus = 5 };
enum { kByteThere = 0x01, kTransmitterEmpty = 0x20 };

/* YOUR BOARD: clocks of the port and its pins, and its rate, which is given after the @ of --port. The
 * emulated one needs neither. */
void serial_start(void) {}

int serial_get(void) { return UART_REGISTER(kLineStatus) & kByteThere ? UART_REGISTER(kData) : -1; }

void serial_put(uint8_t byte) {
  while (!(UART_REGISTER(kLineStatus) & kTransmitterEmpty)) {
  }
  UART_REGISTER(kData) = byte;
}
