/* A heap between two symbols of the linker script that only grows: the source of malloc's memory through
 * sbrk. */
#ifndef NOOK_PORTS_SHARED_HEAP_H_
#define NOOK_PORTS_SHARED_HEAP_H_

#include <stddef.h>

extern char port_heap_start[], port_heap_end[];

/* The next `bytes`, or (void*)-1 if not enough are left. */
static void* more_heap(ptrdiff_t bytes) {
  static char* end;
  if (!end) end = port_heap_start;
  if (bytes > port_heap_end - end) return (void*)-1;
  char* const block = end;
  end += bytes;
  return block;
}

#endif
