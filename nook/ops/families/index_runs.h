/* Shared by kernels that find the index of an element along an axis: the first that no other precedes;
 * `before` is called directly. */
#ifndef NOOK_OPS_FAMILIES_INDEX_RUNS_H_
#define NOOK_OPS_FAMILIES_INDEX_RUNS_H_

#include "nook/ops/families/index.h"

static inline int32_t nook_index_of_s8(const nook_index* p, const int8_t* x, int (*before)(int8_t, int8_t)) {
  int32_t index = 0;
  int8_t best = x[0];
  for (int32_t i = 1; i < p->size; ++i) {
    x += p->inner;
    if (before(*x, best)) best = *x, index = i;
  }
  return index;
}
static inline void nook_index_s8(const nook_index* p, const int8_t* x, int32_t* y,
                                 int (*before)(int8_t, int8_t)) {
  for (int32_t o = 0; o < p->outer; ++o, x += p->size * p->inner)
    for (int32_t i = 0; i < p->inner; ++i) *y++ = nook_index_of_s8(p, x + i, before);
}

static inline int32_t nook_index_of_f32(const nook_index* p, const float* x, int (*before)(float, float)) {
  int32_t index = 0;
  float best = x[0];
  for (int32_t i = 1; i < p->size; ++i) {
    x += p->inner;
    if (before(*x, best)) best = *x, index = i;
  }
  return index;
}
static inline void nook_index_f32(const nook_index* p, const float* x, int32_t* y,
                                  int (*before)(float, float)) {
  for (int32_t o = 0; o < p->outer; ++o, x += p->size * p->inner)
    for (int32_t i = 0; i < p->inner; ++i) *y++ = nook_index_of_f32(p, x + i, before);
}

#endif
