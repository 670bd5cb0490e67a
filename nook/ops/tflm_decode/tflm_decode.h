/* TFLM_DECODE: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_TFLM_DECODE_TFLM_DECODE_H_
#define NOOK_OPS_TFLM_DECODE_TFLM_DECODE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

#define NOOK_DECODE_HEAD 16 /* bytes of a table's header */

/* y[i] = value codes[i] of the table of its channel; codes have 1 to 7 bits, packed from the highest bit of a
 * byte down */
typedef struct nook_decode {
  int32_t size;     /* elements */
  int32_t bytes;    /* bytes of an element */
  int32_t bits;     /* bits of a code */
  int32_t channels; /* tables */
  int32_t run;      /* contiguous elements of one channel */
  int32_t stride;   /* distance between two tables, in elements */
} nook_decode;

void nook_decode_ref(const nook_decode* p, const uint8_t* codes, const uint8_t* tables, void* y,
                     void* scratch_memory);

/* Extracts code i. Reads only bytes that contain some of its bits. */
static inline int32_t nook_decode_code(const uint8_t* codes, int32_t i, int32_t bits) {
  const uint32_t at = (uint32_t)i * (uint32_t)bits, bit = at & 7;
  uint32_t two = (uint32_t)codes[at >> 3] << 8;
  if (bit + (uint32_t)bits > 8) two |= codes[(at >> 3) + 1];
  return (int32_t)(two >> (16 - bit - (uint32_t)bits) & ((1u << bits) - 1));
}

NOOK_END_C

#endif
