/* Shared by kernels that fold the elements along some axes: y = f(... f(f(start, x0), x1) ..., xn), with
 * direct calls of f. Results are written in the order of the first elements that they read, so that no result
 * overwrites elements that a later one needs. */
#ifndef NOOK_OPS_FAMILIES_REDUCTION_SEGMENTS_H_
#define NOOK_OPS_FAMILIES_REDUCTION_SEGMENTS_H_

#include "nook/ops/families/reduction.h"
#include "nook/ops/reference/odometer.h"

/* Defines name(w, x, start, f), which folds the elements of one result. */
#define NOOK_REDUCED(name, Element, Result)                                               \
  static inline Result name(const nook_reduction_walk* w, const Element* x, Result start, \
                            Result (*f)(Result, Element)) {                               \
    int32_t index[NOOK_MAX_RANK] = {0};                                                   \
    for (;;) {                                                                            \
      const Element* at = x;                                                              \
      for (int32_t i = 0; i < w->run; ++i, at += w->step) start = f(start, *at);          \
      const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);              \
      if (d < 0) return start;                                                            \
      x += w->taken_jump[d];                                                              \
    }                                                                                     \
  }

/* The body of a function of (w, x, y, ...): fills y; `result` is an expression for the result of the elements
 * from x on. */
#define NOOK_EACH_RESULT(result)                                         \
  int32_t index[NOOK_MAX_RANK] = {0};                                    \
  for (;;) {                                                             \
    *y++ = result;                                                       \
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank); \
    if (d < 0) return;                                                   \
    x += w->kept_jump[d];                                                \
  }

/* nook_reduce_<type>(): results have the type of the elements. */
#define NOOK_REDUCE(type, Element)                                                                  \
  NOOK_REDUCED(nook_reduced_##type, Element, Element)                                               \
  static inline void nook_reduce_##type(const nook_reduction_walk* w, const Element* x, Element* y, \
                                        Element start, Element (*f)(Element, Element)) {            \
    NOOK_EACH_RESULT(nook_reduced_##type(w, x, start, f))                                           \
  }

NOOK_REDUCE(f32, float)
NOOK_REDUCE(s8, int8_t)
NOOK_REDUCE(bool, uint8_t)
NOOK_REDUCE(s32, int32_t)

/* nook_sums_<type>(): y = give(p, sum of x); sums wrap around. */
#define NOOK_SUMS(type, Element)                                                                  \
  static inline uint32_t nook_add_##type(uint32_t sum, Element x) { return sum + (uint32_t)x; }   \
  NOOK_REDUCED(nook_sum_##type, Element, uint32_t)                                                \
  static inline void nook_sums_##type(const nook_reduction_walk* w, const Element* x, Element* y, \
                                      const void* p, Element (*give)(const void*, uint32_t)) {    \
    NOOK_EACH_RESULT(give(p, nook_sum_##type(w, x, 0, nook_add_##type)))                          \
  }

NOOK_SUMS(s8, int8_t)
NOOK_SUMS(s16, int16_t)
NOOK_SUMS(u8, uint8_t)

#endif
