#include "nook/ops/spectral_subtraction/spectral_subtraction.h"

void nook_spectral_subtraction_u32_ref(const nook_spectral_subtraction_u32* p, const uint32_t* x, uint32_t* y,
                                       uint32_t* noise, void* state, void* scratch_memory) {
  (void)scratch_memory;
  uint32_t* const kept = (uint32_t*)state;
  for (int32_t i = 0; i < p->size; ++i) {
    const uint32_t scaled = x[i] << p->smoothing_bits;
    const uint64_t sum = (uint64_t)scaled * (uint32_t)p->smoothing[i & 1] +
                         (uint64_t)kept[i] * (uint32_t)p->one_minus_smoothing[i & 1];
    const uint32_t estimate = (uint32_t)(sum >> p->bits), within = estimate < scaled ? estimate : scaled;
    kept[i] = p->clamping ? within : estimate;
    const uint32_t floor = (uint32_t)((uint64_t)x[i] * (uint32_t)p->least >> p->bits);
    const uint32_t clean = (scaled - within) >> p->smoothing_bits;
    y[i] = clean > floor ? clean : floor;
    noise[i] = kept[i];
  }
}
