/* Shared by kernels with two operands. */
#ifndef NOOK_OPS_FAMILIES_BINARY_SEGMENTS_H_
#define NOOK_OPS_FAMILIES_BINARY_SEGMENTS_H_

#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/comparison.h"
#include "nook/ops/reference/odometer.h"

/* Computes one element of y. `own` is the kernel's data in addition to its walk: a private copy that a store
 * to y cannot change, so it stays in registers. */
typedef void (*nook_binary_element)(const void* own, const void* a, const void* b, void* y);

/* Computes all elements of y; `bytes` is the element size of a, b and y. */
static inline void nook_binary_each_of(const nook_binary_walk* w, const void* own, const void* a,
                                       int32_t a_bytes, const void* b, int32_t b_bytes, void* y,
                                       int32_t y_bytes, nook_binary_element element) {
  const int32_t a_step = w->a_step * a_bytes, b_step = w->b_step * b_bytes;
  const char *a_run = (const char*)a, *b_run = (const char*)b;
  char* y_at = (char*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const char *a_at = a_run, *b_at = b_run;
    for (int32_t left = w->run; left > 0; --left, a_at += a_step, b_at += b_step, y_at += y_bytes)
      element(own, a_at, b_at, y_at);
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a_run += w->a_jump[d] * a_bytes, b_run += w->b_jump[d] * b_bytes;
  }
}

/* For short functions: if no operand is broadcast, the steps of the loop are compile-time constants. */
static inline void nook_binary_each_short(const nook_binary_walk* w, const void* own, const void* a,
                                          const void* b, void* y, int32_t in_bytes, int32_t out_bytes,
                                          nook_binary_element element) {
  if (w->rank > 0 || w->a_step != 1 || w->b_step != 1) {
    nook_binary_each_of(w, own, a, in_bytes, b, in_bytes, y, out_bytes, element);
    return;
  }
  const char *a_at = (const char*)a, *b_at = (const char*)b;
  char* y_at = (char*)y;
  for (int32_t left = w->run; left > 0; --left, a_at += in_bytes, b_at += in_bytes, y_at += out_bytes)
    element(own, a_at, b_at, y_at);
}

/* For operands of one type. */
static inline void nook_binary_each(const nook_binary_walk* w, const void* own, const void* a, const void* b,
                                    void* y, int32_t in_bytes, int32_t out_bytes,
                                    nook_binary_element element) {
  nook_binary_each_of(w, own, a, in_bytes, b, in_bytes, y, out_bytes, element);
}

/* Constants of a model, including 64-bit ones, are aligned to 4 bytes. */
static inline int64_t nook_load_s64(const void* at) {
  int64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static inline int32_t nook_binary_a(const nook_binary_scales* s, int32_t a) {
  return nook_rescale_down((a - s->a_zero) * ((int32_t)1 << s->left_shift), s->a_multiplier, s->a_shift);
}
static inline int32_t nook_binary_b(const nook_binary_scales* s, int32_t b) {
  return nook_rescale_down((b - s->b_zero) * ((int32_t)1 << s->left_shift), s->b_multiplier, s->b_shift);
}

static inline uint8_t nook_outcome(nook_outcomes y, int32_t a, int32_t b) {
  if (a < b) return y.less;
  return a > b ? y.greater : y.equal;
}

/* y = f(a, b) of floats; f is called directly. */
static inline void nook_binary_plain_f32(const nook_binary* p, const float* a_run, const float* b_run,
                                         float* y, float (*f)(float, float)) {
  const nook_binary_walk* w = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  const int32_t run = w->run, a_step = w->a_step, b_step = w->b_step;
  for (;;) {
    const float *a = a_run, *b = b_run;
    if (a_step == 1 && b_step == 1)
      for (int32_t i = 0; i < run; ++i) y[i] = f(a[i], b[i]);
    else
      for (int32_t i = 0; i < run; ++i, a += a_step, b += b_step) y[i] = f(*a, *b);
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a_run += w->a_jump[d], b_run += w->b_jump[d], y += w->run;
  }
}

/* y = clamp(f(a, b)) for floats, and for integers without a scale. The loop uses private copies that a store
 * to y cannot change. */
static inline void nook_binary_each_f32(const nook_binary_f32* p, const float* a_run, const float* b_run,
                                        float* y, float (*f)(float, float)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  const int32_t run = p->walk.run, a_step = p->walk.a_step, b_step = p->walk.b_step;
  const float least = p->act_min, most = p->act_max;
  for (;;) {
    const float *a = a_run, *b = b_run;
    if (a_step == 1 && b_step == 1)
      for (int32_t i = 0; i < run; ++i) y[i] = nook_clamp_f32(f(a[i], b[i]), least, most);
    else
      for (int32_t i = 0; i < run; ++i, a += a_step, b += b_step)
        y[i] = nook_clamp_f32(f(*a, *b), least, most);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a_run += p->walk.a_jump[d], b_run += p->walk.b_jump[d], y += p->walk.run;
  }
}
static inline void nook_binary_each_s32(const nook_binary_s32* p, const int32_t* a_run, const int32_t* b_run,
                                        int32_t* y, int32_t (*f)(int32_t, int32_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  const int32_t run = p->walk.run, a_step = p->walk.a_step, b_step = p->walk.b_step;
  const int32_t least = p->act_min, most = p->act_max;
  for (;;) {
    const int32_t *a = a_run, *b = b_run;
    if (least == INT32_MIN && most == INT32_MAX && a_step == 1 && b_step == 1) /* no activation */
      for (int32_t i = 0; i < run; ++i) y[i] = f(a[i], b[i]);
    else
      for (int32_t i = 0; i < run; ++i, a += a_step, b += b_step) y[i] = nook_clamp(f(*a, *b), least, most);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a_run += p->walk.a_jump[d], b_run += p->walk.b_jump[d], y += p->walk.run;
  }
}

/* An element of a nook_binary_sum: a + b, or a - b if `sign` is -1. */
static inline void nook_binary_sum_s16(const nook_binary_sum* p, const int16_t* a, const int16_t* b,
                                       int32_t sign, int16_t* y) {
  const int32_t sum = nook_binary_a(&p->scales, *a) + sign * nook_binary_b(&p->scales, *b);
  const int32_t q = nook_rescale_down(sum, p->multiplier, p->shift);
  *y = (int16_t)(nook_clamp(q, p->act_min - p->y_zero, p->act_max - p->y_zero) + p->y_zero);
}

#endif
