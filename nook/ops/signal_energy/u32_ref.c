#include "nook/ops/signal_energy/signal_energy.h"

static uint32_t square(int32_t x) { return (uint32_t)(x * x); }

void nook_signal_energy_u32_ref(const nook_signal_energy_u32* p, const int16_t* x, uint32_t* y,
                                void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const uint32_t energy = square(x[2 * i]) + square(x[2 * i + 1]);
    y[i] = i >= p->start && i < p->end ? energy : 0;
  }
}
