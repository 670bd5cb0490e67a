/* Text on the serial port for programs other than the runner; the exit code can't be reported. */
#include "ports/port.h"
#include "ports/serial/serial.h"

void port_print(const char* text) {
  while (*text) serial_put((uint8_t)*text++);
}

void port_exit(int code) {
  (void)code;
  for (;;) {
  }
}
