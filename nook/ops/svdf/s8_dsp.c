#include <string.h>

#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/four_sums_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"
#include "nook/ops/svdf/svdf_s8.h"

/* Each byte of the state takes the place before it; the last one of each filter is made then. */
static inline void move_down(int8_t* bytes) {
  uint32_t word;
  memcpy(&word, bytes + 1, 4), memcpy(bytes, &word, 4);
}
static void forget_oldest(int8_t* state, int32_t size) {
  for (; size > 32; size -= 32, state += 32) {
    move_down(state), move_down(state + 4), move_down(state + 8), move_down(state + 12);
    move_down(state + 16), move_down(state + 20), move_down(state + 24), move_down(state + 28);
  }
  for (; size > 4; size -= 4, state += 4) move_down(state);
  for (; size > 1; --size, ++state) state[0] = state[1];
}

static inline uint32_t dot_halfwords(uint32_t x, uint32_t w, uint32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(x), "r"(w));
  return sum;
}

static inline uint32_t dot_four(const int8_t* x, const int8_t* w, uint32_t sum) {
  uint32_t a, b;
  memcpy(&a, x, 4), memcpy(&b, w, 4);
  sum = dot_halfwords(nook_even_bytes_alone(a), nook_even_bytes_alone(b), sum);
  return dot_halfwords(nook_odd_bytes_alone(a), nook_odd_bytes_alone(b), sum);
}

/* What a filter keeps, from its sum. */
static inline int8_t answer_of(const nook_svdf* p, uint32_t sum, int32_t power) {
  const int32_t said = nook_rescale_add((int32_t)(2u * sum), p->first_multiplier, power, 0);
  return (int8_t)(uint8_t)((uint32_t)(nook_saturate_s8(said) + p->state_zero) & 255u);
}

/* Remembers what all filters say to x, four at a time: the last four overlap those before. `newest`: where
 * the first one's answer is. Returns the end of their weights. */
static const uint32_t* answer(const nook_svdf* params, const int8_t* x, const uint32_t* stream,
                              int8_t* newest) {
  uint32_t words[NOOK_SVDF_MOST_INPUTS / 2];
  const nook_svdf copy = *params, *const p = &copy; /* which no store of a byte changes */
  const int32_t filters = p->units * p->rank, last = filters < 4 ? 0 : filters - 4;
  const int32_t memory = p->memory, count = nook_four_sums_words(p->in), power = nook_power(p->first_shift);
  nook_unpack_for_sums_dsp(x, p->in, words);
  for (int32_t f = 0; f < filters; f += 4) {
    uint32_t sums[4];
    stream = nook_four_sums_dsp(words, count, stream, sums);
    int8_t* to = newest + (f < last ? f : last) * memory;
    to[0] = answer_of(p, sums[0], power);
    if (filters > 1) to[memory] = answer_of(p, sums[1], power);
    if (filters > 2) to[2 * memory] = answer_of(p, sums[2], power);
    if (filters > 3) to[3 * memory] = answer_of(p, sums[3], power);
  }
  return stream;
}

void nook_svdf_s8_dsp(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory) {
  (void)time, (void)bias, (void)scratch_memory;
  const int32_t terms = p->rank * p->memory, units = p->units, kept = units * terms; /* of one unit, of all */
  const int32_t eights = terms & ~7;
  const int32_t multiplier = p->second_multiplier, right = -p->second_shift, zero = p->y_zero;
  const uint32_t* stream = 0;
  forget_oldest(state, p->batch * kept);
  for (int32_t b = 0; b < p->batch; ++b)
    stream = answer(p, x + b * p->in, (const uint32_t*)w, state + b * kept + p->memory - 1);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* weights = (const int8_t*)(stream + units);
    for (int32_t u = 0; u < units; ++u) {
      uint32_t sum = stream[u];
      const int8_t* const end = weights + eights;
      for (; weights != end; weights += 8, state += 8)
        sum = dot_four(state + 4, weights + 4, dot_four(state, weights, sum));
      for (int32_t left = terms - eights; left > 0; --left) sum += (uint32_t)(*state++ * *weights++);
      *y++ = (int8_t)nook_saturate_s8(nook_rescale_right((int32_t)sum, multiplier, right) + zero);
    }
  }
}
