#include "nook/core/fixed_point.h"
#include "nook/ops/mean_of_sums/mean_of_sums.h"

static int32_t mean(const nook_mean_of_sums* p, int32_t sum) {
  if (p->multiplier != 0)
    return nook_requantize(sum, p->multiplier, p->shift, p->zero, p->act_min, p->act_max);
  sum += p->zero * p->count;
  const int32_t half = p->count / 2;
  return nook_clamp((sum > 0 ? sum + half : sum - half) / p->count, p->act_min, p->act_max);
}

void nook_mean_of_sums_s8_ref(const nook_mean_of_sums* p, const int16_t* x, int8_t* y, void* scratch_memory) {
  const int32_t channels = p->channels;
  (void)scratch_memory;
  for (int32_t n = p->batch; n > 0; --n, x += (p->sums - 1) * channels)
    for (int32_t i = channels; i > 0; --i, ++x) {
      int32_t sum = 0;
      const int16_t* at = x;
      for (int32_t left = p->sums; left > 0; --left, at += channels) sum += *at;
      *y++ = (int8_t)mean(p, sum);
    }
}
