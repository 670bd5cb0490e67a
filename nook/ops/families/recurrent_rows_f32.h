/* Products of float rows with float matrices; see recurrent_rows_hybrid.h for int8 matrices. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_ROWS_F32_H_
#define NOOK_OPS_FAMILIES_RECURRENT_ROWS_F32_H_

#include "nook/ops/families/recurrent_f32.h"

typedef float recurrent_weight;
/* A row as matrices read it. */
typedef struct recurrent_input {
  const float* x;
} recurrent_input;

static inline recurrent_input recurrent_read(const float* x, int32_t count, int8_t* bytes, int32_t at) {
  const recurrent_input input = {x};
  (void)count, (void)bytes, (void)at;
  return input;
}

/* first + the sum of x * w; `scale` is for int8 matrices. */
static inline float recurrent_product(const recurrent_input* input, const float* w, int32_t count,
                                      float scale, float first) {
  (void)scale;
  return nook_recurrent_dot(input->x, w, count, first);
}

#endif
