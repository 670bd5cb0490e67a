#include "nook/ops/signal_filter_bank/signal_filter_bank.h"

static uint64_t weighted(const int16_t* weights, const uint32_t* x, int32_t width) {
  uint64_t sum = 0;
  for (int32_t i = 0; i < width; ++i) sum += (uint64_t)(int64_t)weights[i] * x[i];
  return sum;
}

void nook_signal_filter_bank_u32_ref(const nook_signal_filter_bank_u32* p, const uint32_t* x,
                                     const int16_t* weights, const int16_t* unweights,
                                     const int16_t* first_bin, const int16_t* first_weight,
                                     const int16_t* width, uint64_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t c = 0; c < p->channels; ++c)
    y[c] = weighted(weights + first_weight[c + 1], x + first_bin[c + 1], width[c + 1]) +
           weighted(unweights + first_weight[c], x + first_bin[c], width[c]);
}
