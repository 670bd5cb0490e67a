/* An address within memory that may be null. */
#ifndef NOOK_CORE_AFTER_H_
#define NOOK_CORE_AFTER_H_

#include <stddef.h>

/* The address `bytes` after `memory`. Null where memory is null and bytes is 0, as for a kernel without
 * scratch: C leaves the sum undefined. Compilers make one addition of it. */
static inline void* nook_after(void* memory, size_t bytes) { return bytes ? (char*)memory + bytes : memory; }

#endif
