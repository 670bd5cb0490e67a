/* Copying to a place that may begin before, and reach into, where the bytes are. */
#ifndef NOOK_OPS_SHARED_COPY_H_
#define NOOK_OPS_SHARED_COPY_H_

#include <stdint.h>
#include <string.h>

/* Four and two bytes of anything: may be used on memory that holds other types. */
typedef uint32_t __attribute__((may_alias)) nook_word;
typedef uint16_t __attribute__((may_alias)) nook_half_word;

/* Copies `bytes` bytes from x to y in ascending order. Exact when x >= y, and when the two don't overlap. */
static inline void nook_copy_forward(void* y, const void* x, int32_t bytes) {
  const uintptr_t from = (uintptr_t)x, to = (uintptr_t)y;
  if (from == to) return;
  if (from - to >= (uintptr_t)bytes) { /* an x before y wraps around to a large distance */
    memcpy(y, x, (size_t)bytes);
  } else if (((from | to | (uintptr_t)bytes) & 3u) == 0) {
    const nook_word* source = (const nook_word*)x;
    nook_word* target = (nook_word*)y;
    for (int32_t i = 0; i < bytes / 4; ++i) target[i] = source[i];
  } else {
    const int8_t* source = (const int8_t*)x;
    int8_t* target = (int8_t*)y;
    for (int32_t i = 0; i < bytes; ++i) target[i] = source[i];
  }
}

#endif
