/* SVDF on cores with Helium. The including file defines the type svdf_element, of the state, and the
 * functions that are declared here. */
#ifndef NOOK_OPS_SVDF_STEPS_MVE_H_
#define NOOK_OPS_SVDF_STEPS_MVE_H_

#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/four_sums_mve.h"
#include "nook/ops/svdf/svdf.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* Moves all elements after the first down by one; `count` >= 0. */
static inline void move_down(svdf_element* state, int32_t count);
/* Clamps four filter results and stores them with a stride of `stride` elements; only those in `lanes`. */
static inline void put_answers(const nook_svdf* p, svdf_element* to, int32_t stride, int32x4_t answers,
                               mve_pred16_t lanes);
/* Adds the products of a unit's state and weights. `lanes`: the used elements of the last register. */
static inline int32_t add_terms(const svdf_element* state, const svdf_element* weights, int32_t terms,
                                mve_pred16_t lanes, int32_t sum);
/* Selects the first `count` elements of a register. */
static inline mve_pred16_t lanes_of(int32_t count);
enum { kLanes = 16 / sizeof(svdf_element) };

/* Rounds products to their high word (ties up). If a shift follows, subtracts one from a negative product, so
 * that ties of the shift round down. */
static inline int32x4_t svdf_rescale(int32x4_t x, int32_t multiplier, int32_t shift) {
  x = vqrdmulhq_n_s32(x, multiplier);
  x = vaddq_s32(x, vshrq_n_s32(vandq_s32(x, vdupq_n_s32(shift)), 31));
  return vrshlq_n_s32(x, shift);
}

static inline int32x4_t svdf_within(int32x4_t x, int32_t least, int32_t most) {
  return vminq_s32(vmaxq_s32(x, vdupq_n_s32(least)), vdupq_n_s32(most));
}

/* Computes the results of all filters for x, four at a time; the last four overlap the previous ones. Returns
 * the end of their weights. */
static inline const int8_t* answer(const nook_svdf* p, const int8_t* x, const int8_t* at,
                                   svdf_element* state) {
  int8_t inputs[NOOK_SVDF_MOST_INPUTS];
  const int32_t depth = (p->in + 15) & ~(int32_t)15, filters = p->units * p->rank, memory = p->memory;
  const int32_t final = filters < 4 ? 0 : filters - 4;
  memset(inputs + depth - 16, 0, 16);
  memcpy(inputs, x, (size_t)p->in);
  for (int32_t f = 0; f < filters; f += 4) {
    const int32_t first = f < final ? f : final;
    const int32x4_t sums = nook_four_sums_s8_mve(inputs, depth, &at);
    put_answers(p, state + first * memory + memory - 1, memory,
                svdf_rescale(sums, p->first_multiplier, p->first_shift), vctp32q((uint32_t)filters));
  }
  return at;
}

/* Computes the outputs of one input of the batch. */
static inline void sum_up(const nook_svdf* p, const int8_t* at, const svdf_element* state, int8_t* y) {
  const int32_t* start = (const int32_t*)(const void*)at;
  const svdf_element* weights = (const svdf_element*)(const void*)(start + p->units);
  const int32_t terms = p->rank * p->memory;
  const mve_pred16_t lanes = lanes_of((terms - 1) % kLanes + 1);
  for (int32_t left = p->units; left > 0; left -= 4, y += 4) {
    int32_t sums[4] = {0};
    for (int32_t k = 0; k < left && k < 4; ++k, state += terms, weights += terms)
      sums[k] = add_terms(state, weights, terms, lanes, *start++);
    const int32x4_t q = svdf_rescale(vld1q_s32(sums), p->second_multiplier, p->second_shift);
    vstrbq_p_s32(y, svdf_within(vaddq_n_s32(q, p->y_zero), -128, 127), vctp32q((uint32_t)left));
  }
}

/* Reads all of x before writing y. */
static inline void svdf_steps(const nook_svdf* p, const int8_t* x, const int8_t* packed, svdf_element* state,
                              int8_t* y) {
  const int32_t kept = p->units * p->rank * p->memory;
  const int8_t* at = packed;
  move_down(state, p->batch * kept - 1);
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) at = answer(p, x, packed, state + b * kept);
  for (int32_t b = 0; b < p->batch; ++b, y += p->units) sum_up(p, at, state + b * kept, y);
}

#endif
