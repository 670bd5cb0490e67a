/* What picolibc's stdio and malloc call, for test firmware that prints with printf. */
#include <stdio.h>

#include "ports/port.h"
#include "ports/shared/semihosting.h"

extern char port_heap_start[], port_heap_end[];

static int put(char character, FILE* file) {
  (void)file;
  semihosting_write(&character, 1);
  return 0;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE* const stdout = &console;
FILE* const stderr = &console;

void* sbrk(ptrdiff_t bytes);
void* sbrk(ptrdiff_t bytes) {
  static char* end;
  if (!end) end = port_heap_start;
  if (bytes > port_heap_end - end) return (void*)-1;
  char* const block = end;
  end += bytes;
  return block;
}

__attribute__((noreturn)) void _exit(int code);
void _exit(int code) { port_exit(code); }
