/* The serial port of the Arm MPS2 and MPS3 boards, by polling. YOUR BOARD: replace the registers by your
 * board's, or call your vendor's driver. */
#include "ports/port.h"
#include "ports/serial/serial.h"

#if defined(__ARM_FEATURE_MVE)
#define UART 0x49303000u /* AN547 */
#elif defined(__ARM_ARCH_8M_MAIN__)
#define UART 0x40200000u /* AN505 */
#else
#define UART 0x40004000u /* AN385, AN386, AN500 */
#endif
#define UART_REGISTER(offset) (*(volatile uint32_t*)(UART + (offset)))

enum { kData = 0x00, kState = 0x04, kControl = 0x08, kDivider = 0x10 };
enum { kTransmitterFull = 1, kByteThere = 2, kBothOn = 3, kPeripheralHz = 25000000, kRate = 115200 };

/* YOUR BOARD: clocks of the port and its pins, and its rate, which is given after the @ of --port. */
void serial_start(void) {
  UART_REGISTER(kDivider) = kPeripheralHz / kRate;
  UART_REGISTER(kControl) = kBothOn;
}

int serial_get(void) { return UART_REGISTER(kState) & kByteThere ? (int)(UART_REGISTER(kData) & 0xFFu) : -1; }

void serial_put(uint8_t byte) {
  while (UART_REGISTER(kState) & kTransmitterFull) {
  }
  UART_REGISTER(kData) = byte;
}
