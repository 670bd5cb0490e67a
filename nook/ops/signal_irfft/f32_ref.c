#include "nook/ops/reference/fft_f32.h"
/* Requires the number type of the header above. */
#include "nook/ops/reference/fft.h"
#include "nook/ops/signal_irfft/signal_irfft.h"

void nook_signal_irfft_f32_ref(const nook_fft_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->given, y += p->length) {
    fft_to_real((const fft_complex*)x, y, p->turns, p->length / 2);
    for (int32_t i = 0; i < p->length; ++i) y[i] /= (float)p->length;
  }
}
