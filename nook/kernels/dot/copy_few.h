#ifndef NOOK_KERNELS_DOT_COPY_FEW_H_
#define NOOK_KERNELS_DOT_COPY_FEW_H_

#include <stdint.h>
#include <string.h>

/* A few bytes, in fewer instructions than memcpy() needs to examine its arguments. */
static inline void copy_few(int8_t* to, const int8_t* from, int32_t size) {
  for (; size >= 4; size -= 4, to += 4, from += 4) memcpy(to, from, 4);
  for (; size > 0; --size) *to++ = *from++;
}

#endif
