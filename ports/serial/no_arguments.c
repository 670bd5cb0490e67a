/* The start-up code of the emulated boards asks a debugger for the command line. Here it comes over the
 * serial line. */
#include "ports/port.h"
#include "ports/shared/semihosting.h"

int semihosting_arguments(char* text, size_t text_bytes, char** argv, int argv_length) {
  (void)text, (void)text_bytes, (void)argv_length;
  argv[0] = NULL;
  return 0;
}
