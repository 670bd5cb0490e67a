#include <string.h>

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/svdf/svdf_s8.h"

static inline uint32_t dot_halfwords(uint32_t x, uint32_t w, uint32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(x), "r"(w));
  return sum;
}

/* Moves four bytes of the state down by one, and multiplies them by weights. */
static inline uint32_t move_and_dot(int8_t* state, const int8_t* w, uint32_t sum) {
  uint32_t a, b;
  memcpy(&a, state + 1, 4), memcpy(&b, w, 4);
  memcpy(state, &a, 4);
  sum = dot_halfwords(nook_even_bytes_alone(a), nook_even_bytes_alone(b), sum);
  return dot_halfwords(nook_odd_bytes_alone(a), nook_odd_bytes_alone(b), sum);
}

/* The new entry of a filter's state, from its sum. */
static inline int8_t answer_of(const nook_svdf* p, uint32_t sum, int32_t power) {
  const int32_t said = nook_rescale_add((int32_t)(2u * sum), p->first_multiplier, power, 0);
  return (int8_t)(uint8_t)((uint32_t)(nook_saturate_s8(said) + p->state_zero) & 255u);
}

/* Computes the results of all filters for x, four at a time; the last four overlap the previous ones. Each is
 * stored over the oldest result of the next filter, which is dropped; the result of the last filter goes to
 * `last`. Returns the end of their weights. */
static const uint32_t* answer(const nook_svdf* params, const int8_t* x, const uint32_t* packed, int8_t* state,
                              int8_t* last) {
  uint32_t words[NOOK_SVDF_MOST_INPUTS / 2];
  const nook_svdf copy = *params, *const p = &copy; /* a copy that no store of a byte can change */
  const int32_t filters = p->units * p->rank, final = filters < 4 ? 0 : filters - 4;
  const int32_t memory = p->memory, count = nook_four_sums_words(p->in), power = nook_power(p->first_shift);
  nook_unpack_for_sums_dsp(x, p->in, words);
  for (int32_t f = 0; f < filters; f += 4) {
    uint32_t sums[4];
    packed = nook_four_sums_dsp(words, count, packed, sums);
    const int32_t first = f < final ? f : final, left = filters - first;
    int8_t* const to = state + first * memory;
    *(left > 1 ? to + memory : last) = answer_of(p, sums[0], power);
    if (left > 1) *(left > 2 ? to + 2 * memory : last) = answer_of(p, sums[1], power);
    if (left > 2) *(left > 3 ? to + 3 * memory : last) = answer_of(p, sums[2], power);
    if (left > 3) *(left > 4 ? to + 4 * memory : last) = answer_of(p, sums[3], power);
  }
  return packed;
}

/* Moves the state down by one while it is multiplied: the newest result of each filter is stored where the
 * next one's oldest was. `beyond`: the value for the last position. */
static uint32_t last_unit(int8_t* state, const int8_t* weights, int32_t terms, int8_t beyond, uint32_t sum) {
  for (; terms > 4; terms -= 4, state += 4, weights += 4) sum = move_and_dot(state, weights, sum);
  for (; terms > 1; --terms, ++state) *state = state[1], sum += (uint32_t)(*state * *weights++);
  *state = beyond;
  return sum + (uint32_t)(beyond * *weights);
}

static inline int8_t result(const nook_svdf* p, uint32_t sum, int32_t power) {
  return (int8_t)nook_saturate_s8(
      nook_rescale_add((int32_t)(2u * sum), p->second_multiplier, power, p->y_zero));
}

/* Computes the outputs of one input of the batch. */
static void sum_up(const nook_svdf* params, const uint32_t* bias, int8_t* state, int8_t beyond, int8_t* y) {
  const nook_svdf copy = *params, *const p = &copy;
  const int32_t terms = p->rank * p->memory, eights = terms & ~7, power = nook_power(p->second_shift);
  const int8_t* weights = (const int8_t*)(bias + p->units);
  for (int32_t u = p->units - 1; u > 0; --u) {
    uint32_t sum = *bias++;
    const int8_t* const end = weights + eights;
    for (; weights != end; weights += 8, state += 8)
      sum = move_and_dot(state + 4, weights + 4, move_and_dot(state, weights, sum));
    for (int32_t left = terms - eights; left > 0; --left, ++state)
      *state = state[1], sum += (uint32_t)(*state * *weights++);
    *y++ = result(p, sum, power);
  }
  *y = result(p, last_unit(state, weights, terms, beyond, *bias), power);
}

/* Reads all of x before writing y. The states of the batch are contiguous. */
void nook_svdf_s8_dsp(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory) {
  (void)time, (void)bias, (void)scratch_memory;
  const int32_t kept = p->units * p->rank * p->memory, batch = p->batch;
  const uint32_t* packed = (const uint32_t*)w;
  int8_t newest = 0;
  for (int32_t b = 1; b <= batch; ++b, x += p->in)
    packed = answer(p, x, (const uint32_t*)w, state + (b - 1) * kept, b < batch ? state + b * kept : &newest);
  for (int32_t b = 1; b <= batch; ++b, state += kept, y += p->units)
    sum_up(p, packed, state, b < batch ? state[kept] : newest, y);
}
