#include <string.h>

#include "nook/ops/tflm_decode/tflm_decode.h"

void nook_decode_ref(const nook_decode* p, const uint8_t* codes, const uint8_t* tables, void* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  const uint8_t* const values = tables + NOOK_DECODE_HEAD;
  uint8_t* to = (uint8_t*)y;
  for (int32_t i = 0; i < p->size; ++i, to += p->bytes) {
    const int32_t table = i / p->run % p->channels * p->stride;
    memcpy(to, values + (table + nook_decode_code(codes, i, p->bits)) * p->bytes, (size_t)p->bytes);
  }
}
