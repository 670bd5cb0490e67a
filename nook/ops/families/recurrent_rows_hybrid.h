/* Products of float rows with int8 matrices: rows are quantized to bytes (reference/hybrid_ref.h). */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_ROWS_HYBRID_H_
#define NOOK_OPS_FAMILIES_RECURRENT_ROWS_HYBRID_H_

#include "nook/ops/families/recurrent_f32.h"
#include "nook/ops/reference/hybrid_ref.h"
#include "nook/ops/reference/shifted.h"

typedef int8_t recurrent_weight;
typedef struct recurrent_input {
  const int8_t* bytes;
  nook_byte_scale scale;
} recurrent_input;

/* Makes the bytes of a row, from bytes[at] on. */
static inline recurrent_input recurrent_read(const float* x, int32_t count, int8_t* bytes, int32_t at) {
  const recurrent_input input = {bytes + at, nook_make_bytes(x, count, 0, bytes + at)};
  return input;
}

/* first + the sum of x * w * scale. */
static inline float recurrent_product(const recurrent_input* input, const int8_t* w, int32_t count,
                                      float scale, float first) {
  const uint32_t sum = nook_dot_shifted(input->bytes, w, count, input->scale.zero, 0);
  return first + (float)(int32_t)sum * (input->scale.scale * scale);
}

#endif
