/* A function of one int8, as the table of its 256 values. */
#ifndef NOOK_OPS_SHARED_LOOKUP_H_
#define NOOK_OPS_SHARED_LOOKUP_H_

#include <stdint.h>

#define NOOK_LOOKUP_SIZE 256

/* y[i] = table[x[i] + 128] */
static inline void nook_lookup_s8(int32_t size, const int8_t* table, const int8_t* x, int8_t* y) {
  for (int32_t i = 0; i < size; ++i) y[i] = table[x[i] + 128];
}

#endif
