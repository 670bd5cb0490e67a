/* Start-up code of emulated boards: the emulator provides the command line, and a fault is printed and ends
 * it. */
#ifndef NOOK_PORTS_SHARED_START_EMULATED_H_
#define NOOK_PORTS_SHARED_START_EMULATED_H_

#include "ports/shared/semihosting.h"
#include "ports/shared/start_image.h"

enum { kCommandLineBytes = 1024, kMaxArguments = 32, kExitFault = 125 };

__attribute__((noreturn)) static inline void run_emulated(void) {
  char text[kCommandLineBytes];
  char* argv[kMaxArguments + 1];
  start_image();
  const int argc = semihosting_arguments(text, sizeof text, argv, kMaxArguments + 1);
  port_exit(main(argc, argv));
}

static inline void print_hex(uint32_t value) {
  char text[12] = "0x";
  for (int i = 0; i < 8; ++i) text[2 + i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
  text[10] = 0;
  port_print(text);
}

#endif
