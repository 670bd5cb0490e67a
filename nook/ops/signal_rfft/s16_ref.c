#include "nook/ops/reference/fft_s16.h"
/* Requires the number type of the header above. */
#include "nook/ops/reference/fft.h"
#include "nook/ops/signal_rfft/signal_rfft.h"

void nook_signal_rfft_s16_ref(const nook_fft_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->given, y += p->length + 2)
    fft_of_real(x, p->given, (fft_complex*)y, p->turns, p->length / 2);
}
