#include "nook/ops/reference/fft_s32.h"
/* Requires the number type of the header above. */
#include "nook/ops/reference/fft.h"
#include "nook/ops/signal_irfft/signal_irfft.h"

void nook_signal_irfft_s32_ref(const nook_fft_s32* p, const int32_t* x, int32_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->given, y += p->length)
    fft_to_real((const fft_complex*)x, y, p->turns, p->length / 2);
}
