/* Standard input and output of a program on this machine as its serial port, for tests and experiments. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "ports/port.h"
#include "ports/serial/serial.h"

void serial_start(void) {}

int serial_get(void) {
  struct pollfd in = {0, POLLIN, 0};
  uint8_t byte;
  if (poll(&in, 1, 1) <= 0) return -1;
  if (read(0, &byte, 1) != 1) _exit(0); /* the other end is closed */
  return byte;
}

void serial_put(uint8_t byte) {
  if (write(1, &byte, 1) != 1) _exit(0);
}

uint32_t port_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u);
}

uint32_t port_clock_hz(void) { return 1000000u; }
