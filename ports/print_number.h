/* Numbers for programs that print with port_print(). */
#ifndef NOOK_PORTS_PRINT_NUMBER_H_
#define NOOK_PORTS_PRINT_NUMBER_H_

#include "ports/port.h"

/* Prints a non-negative number. */
static inline void port_print_number(int32_t value) {
  char text[12];
  char* at = text + sizeof text;
  *--at = 0;
  do *--at = (char)('0' + value % 10);
  while (value /= 10);
  port_print(at);
}

#endif
