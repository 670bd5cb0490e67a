#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Computes four outputs at once, with any weights and biases; the last four overlap the previous ones. */
void nook_fully_connected_s8_dsp_1x4(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_FULLY_CONNECTED_MOST_FOUR / 2];
  const int32_t out = p->out, some = out < 4 ? out : 4, last = out - some, step = p->scale_step;
  const int32_t zero = p->out_zero, low = p->act_min - zero, high = p->act_max - zero;
  const int32_t count = nook_four_sums_words(p->in);
  for (int32_t b = 0; b < p->batch; ++b, x += p->in, y += out) {
    const uint32_t* packed = (const uint32_t*)w;
    nook_unpack_for_sums_dsp(x, p->in, words);
    for (int32_t o = 0; o < out; o += 4) {
      uint32_t sums[4];
      packed = nook_four_sums_dsp(words, count, packed, sums);
      const int32_t first = o < last ? o : last;
      for (int32_t k = first; k < first + some; ++k) {
        const int32_t at = k * step;
        const int32_t q = nook_rescale_right((int32_t)sums[k - first], p->multiplier[at], -p->shift[at]);
        y[k] = (int8_t)(nook_clamp(q, low, high) + zero);
      }
    }
  }
}
