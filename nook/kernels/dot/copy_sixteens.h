/* Copies for cores with vectors of sixteen bytes. */
#ifndef NOOK_KERNELS_DOT_COPY_SIXTEENS_H_
#define NOOK_KERNELS_DOT_COPY_SIXTEENS_H_

#include <stdint.h>
#include <string.h>

/* Copies sixteen bytes at a time; the last block may overlap the previous one, since nothing past the end may
 * be read. */
static inline void nook_copy_sixteens(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 16) {
    int32_t i = 0;
    for (; i + 16 <= size; i += 16) memcpy(to + i, from + i, 16);
    if (i < size) memcpy(to + size - 16, from + size - 16, 16);
  } else if (size >= 8) {
    memcpy(to, from, 8);
    memcpy(to + size - 8, from + size - 8, 8);
  } else {
    for (; size > 0; --size) *to++ = *from++;
  }
}

#endif
