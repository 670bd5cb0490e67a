#include "nook/ops/reference/fft_f32.h"
/* Requires the number type of the header above. */
#include "nook/ops/reference/fft.h"
#include "nook/ops/signal_rfft/signal_rfft.h"

void nook_signal_rfft_f32_ref(const nook_fft_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->given, y += p->length + 2)
    fft_of_real(x, p->given, (fft_complex*)y, p->turns, p->length / 2);
}
