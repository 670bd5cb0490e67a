/* The heap between two symbols of the linker script, which only grows: what malloc asks sbrk for. */
#ifndef NOOK_PORTS_SHARED_HEAP_H_
#define NOOK_PORTS_SHARED_HEAP_H_

#include <stddef.h>

extern char port_heap_start[], port_heap_end[];

/* The next `bytes`, or (void*)-1 if there are no more. */
static void* more_heap(ptrdiff_t bytes) {
  static char* end;
  if (!end) end = port_heap_start;
  if (bytes > port_heap_end - end) return (void*)-1;
  char* const block = end;
  end += bytes;
  return block;
}

#endif
