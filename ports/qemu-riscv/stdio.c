/* The functions that picolibc's stdio and malloc call, for test firmware that uses printf. */
#include <stdio.h>

#include "ports/port.h"
#include "ports/shared/heap.h"
#include "ports/shared/semihosting.h"

static int put(char character, FILE* file) {
  (void)file;
  semihosting_write(&character, 1);
  return 0;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE* const stdout = &console;
FILE* const stderr = &console;

void* sbrk(ptrdiff_t bytes);
void* sbrk(ptrdiff_t bytes) { return more_heap(bytes); }

__attribute__((noreturn)) void _exit(int code);
void _exit(int code) { port_exit(code); }
