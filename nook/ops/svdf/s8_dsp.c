#include <string.h>

#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/four_sums_dsp.h"
#include "nook/ops/svdf/svdf_s8.h"

/* Each byte of the state takes the place before it; the last one of each filter is made then. */
static void forget_oldest(int8_t* state, int32_t size) {
  for (; size > 16; size -= 16, state += 16) {
    uint32_t word;
    memcpy(&word, state + 1, 4), memcpy(state, &word, 4);
    memcpy(&word, state + 5, 4), memcpy(state + 4, &word, 4);
    memcpy(&word, state + 9, 4), memcpy(state + 8, &word, 4);
    memcpy(&word, state + 13, 4), memcpy(state + 12, &word, 4);
  }
  for (; size > 1; --size, ++state) state[0] = state[1];
}

static inline uint32_t dot_halfwords(uint32_t x, uint32_t w, uint32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(x), "r"(w));
  return sum;
}

static uint32_t dot(const int8_t* x, const int8_t* w, int32_t count, uint32_t sum) {
  for (; count >= 4; count -= 4, x += 4, w += 4) {
    uint32_t a, b;
    memcpy(&a, x, 4), memcpy(&b, w, 4);
    sum = dot_halfwords(nook_even_bytes_alone(a), nook_even_bytes_alone(b), sum);
    sum = dot_halfwords(nook_odd_bytes_alone(a), nook_odd_bytes_alone(b), sum);
  }
  for (; count > 0; --count) sum += (uint32_t)(*x++ * *w++);
  return sum;
}

/* Remembers what all filters say to x, four at a time: the last four overlap those before. `newest`: where
 * the first one's answer is. Returns the end of their weights. */
static const uint32_t* answer(const nook_svdf* p, const int8_t* x, const uint32_t* stream, int8_t* newest) {
  uint32_t words[NOOK_SVDF_MOST_INPUTS / 2];
  const int32_t filters = p->units * p->rank, last = filters < 4 ? 0 : filters - 4;
  nook_unpack_for_sums_dsp(x, p->in, words);
  for (int32_t f = 0; f < filters; f += 4) {
    uint32_t sums[4];
    stream = nook_four_sums_dsp(words, nook_four_sums_words(p->in), stream, sums);
    const int32_t first = f < last ? f : last;
    for (int32_t k = 0; k < 4 && first + k < filters; ++k) {
      const int32_t said = nook_rescale_fast((int32_t)sums[k], p->first_multiplier, p->first_shift);
      const int32_t kept = nook_clamp(said, -128, 127) + p->state_zero;
      newest[(first + k) * p->memory] = (int8_t)(uint8_t)((uint32_t)kept & 255u);
    }
  }
  return stream;
}

void nook_svdf_s8_dsp(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory) {
  (void)time, (void)bias, (void)scratch_memory;
  const int32_t terms = p->rank * p->memory, kept = p->units * terms; /* of one unit, of all */
  const uint32_t* stream = 0;
  forget_oldest(state, p->batch * kept);
  for (int32_t b = 0; b < p->batch; ++b)
    stream = answer(p, x + b * p->in, (const uint32_t*)w, state + b * kept + p->memory - 1);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* weights = (const int8_t*)(stream + p->units);
    for (int32_t u = 0; u < p->units; ++u, weights += terms, state += terms) {
      const int32_t sum = (int32_t)dot(state, weights, terms, stream[u]);
      const int32_t q = nook_rescale_fast(sum, p->second_multiplier, p->second_shift);
      *y++ = (int8_t)(nook_clamp(q, -128 - p->y_zero, 127 - p->y_zero) + p->y_zero);
    }
  }
}
