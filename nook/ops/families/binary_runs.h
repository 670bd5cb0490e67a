/* What kernels of two operands share. */
#ifndef NOOK_OPS_FAMILIES_BINARY_RUNS_H_
#define NOOK_OPS_FAMILIES_BINARY_RUNS_H_

#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/comparison.h"
#include "nook/ops/shared/odometer.h"

/* Computes one run of y; `params` is the kernel's. */
typedef void (*nook_binary_run)(const void* params, const void* a, const void* b, void* y);

/* All runs of y; an element of a, b and y has these bytes. */
static inline void nook_binary_runs_of(const nook_binary_walk* w, const void* params, const void* a,
                                       int32_t a_bytes, const void* b, int32_t b_bytes, void* y,
                                       int32_t y_bytes, nook_binary_run run) {
  const char *a_at = (const char*)a, *b_at = (const char*)b;
  char* y_at = (char*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    run(params, a_at, b_at, y_at);
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a_at += w->a_jump[d] * a_bytes, b_at += w->b_jump[d] * b_bytes, y_at += w->run * y_bytes;
  }
}

/* The same of operands of one type. */
static inline void nook_binary_runs(const nook_binary_walk* w, const void* params, const void* a,
                                    const void* b, void* y, int32_t in_bytes, int32_t out_bytes,
                                    nook_binary_run run) {
  nook_binary_runs_of(w, params, a, in_bytes, b, in_bytes, y, out_bytes, run);
}

/* Constants of a model are aligned to 4 bytes, 64-bit ones too. */
static inline int64_t nook_load_s64(const char* at) {
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

static inline uint8_t nook_outcome(const nook_outcomes* y, int64_t a, int64_t b) {
  if (a < b) return y->less;
  return a > b ? y->greater : y->equal;
}

#endif
