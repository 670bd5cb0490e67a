/* Shared by kernels that fold the elements along some axes: y = f(... f(f(start, x0), x1) ..., xn), with
 * direct calls of f. Results are written in the order of the first elements that they read, so that none
 * overwrites what a later one needs. */
#ifndef NOOK_OPS_FAMILIES_REDUCTION_RUNS_H_
#define NOOK_OPS_FAMILIES_REDUCTION_RUNS_H_

#include "nook/ops/families/reduction.h"
#include "nook/ops/shared/odometer.h"

static inline float nook_reduced_f32(const nook_reduction_walk* w, const float* x, float start,
                                     float (*f)(float, float)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const float* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) start = f(start, *at);
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return start;
    x += w->taken_jump[d];
  }
}
static inline void nook_reduce_f32(const nook_reduction_walk* w, const float* x, float* y, float start,
                                   float (*f)(float, float)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = nook_reduced_f32(w, x, start, f);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

static inline int8_t nook_reduced_s8(const nook_reduction_walk* w, const int8_t* x, int8_t start,
                                     int8_t (*f)(int8_t, int8_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const int8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) start = f(start, *at);
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return start;
    x += w->taken_jump[d];
  }
}
static inline void nook_reduce_s8(const nook_reduction_walk* w, const int8_t* x, int8_t* y, int8_t start,
                                  int8_t (*f)(int8_t, int8_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = nook_reduced_s8(w, x, start, f);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

static inline uint8_t nook_reduced_bool(const nook_reduction_walk* w, const uint8_t* x, uint8_t start,
                                        uint8_t (*f)(uint8_t, uint8_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const uint8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) start = f(start, *at);
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return start;
    x += w->taken_jump[d];
  }
}
static inline void nook_reduce_bool(const nook_reduction_walk* w, const uint8_t* x, uint8_t* y, uint8_t start,
                                    uint8_t (*f)(uint8_t, uint8_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = nook_reduced_bool(w, x, start, f);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

/* The same of int32. */
static inline int32_t nook_reduced_s32(const nook_reduction_walk* w, const int32_t* x, int32_t start,
                                       int32_t (*f)(int32_t, int32_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const int32_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) start = f(start, *at);
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return start;
    x += w->taken_jump[d];
  }
}
static inline void nook_reduce_s32(const nook_reduction_walk* w, const int32_t* x, int32_t* y, int32_t start,
                                   int32_t (*f)(int32_t, int32_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = nook_reduced_s32(w, x, start, f);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

/* y = give(p, sum of x); sums wrap around. */
static inline uint32_t nook_sum_s8(const nook_reduction_walk* w, const int8_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t sum = 0;
  for (;;) {
    const int8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) sum += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return sum;
    x += w->taken_jump[d];
  }
}
static inline void nook_sums_s8(const nook_reduction_walk* w, const int8_t* x, int8_t* y, const void* p,
                                int8_t (*give)(const void*, uint32_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = give(p, nook_sum_s8(w, x));
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

static inline uint32_t nook_sum_s16(const nook_reduction_walk* w, const int16_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t sum = 0;
  for (;;) {
    const int16_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) sum += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return sum;
    x += w->taken_jump[d];
  }
}
static inline void nook_sums_s16(const nook_reduction_walk* w, const int16_t* x, int16_t* y, const void* p,
                                 int16_t (*give)(const void*, uint32_t)) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = give(p, nook_sum_s16(w, x));
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

#endif
