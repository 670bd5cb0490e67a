#include "nook/core/fixed_point.h"
#include "nook/ops/signal_window/signal_window.h"

void nook_signal_window_s16_ref(const nook_signal_window_s16* p, const int16_t* x, const int16_t* window,
                                int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->size, y += p->size)
    for (int32_t i = 0; i < p->size; ++i)
      y[i] = (int16_t)nook_clamp((int32_t)x[i] * window[i] >> p->shift, INT16_MIN, INT16_MAX);
}
