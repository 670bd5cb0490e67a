/* A console on a serial port; no files, no exit code. */
#include "ports/port.h"

/* YOUR BOARD: the serial port. Here UART 0 of an Arm MPS2 board. */
#define UART_DATA    (*(volatile uint32_t*)0x40004000u)
#define UART_STATE   (*(volatile uint32_t*)0x40004004u)
#define UART_CONTROL (*(volatile uint32_t*)0x40004008u)
#define UART_DIVIDER (*(volatile uint32_t*)0x40004010u)
enum { kTransmitterFull = 1, kTransmitterOn = 1, kDivider = 25000000 / 115200 };

void port_print(const char* text) {
  UART_DIVIDER = kDivider;
  UART_CONTROL = kTransmitterOn;
  for (; *text; ++text) {
    while (UART_STATE & kTransmitterFull) {
    }
    UART_DATA = (uint8_t)*text;
  }
}

/* YOUR BOARD: a file system or a memory card, if it has one and your program reads files. */
int32_t port_file_read(const char* name, void* data, size_t capacity) {
  (void)name, (void)data, (void)capacity;
  return -1;
}

int32_t port_file_write(const char* name, const void* data, size_t bytes) {
  (void)name, (void)data, (void)bytes;
  return -1;
}

int32_t port_file_append(const char* name, const void* data, size_t bytes) {
  (void)name, (void)data, (void)bytes;
  return -1;
}

/* YOUR BOARD: a reset, if the program should start again. */
void port_exit(int code) {
  (void)code;
  for (;;) __asm volatile("wfi");
}
