#include "nook/ops/reference/bits.h"
#include "nook/ops/signal_fft_auto_scale/signal_fft_auto_scale.h"

/* Computed in int16 like TensorFlow Lite Micro: -32768, whose magnitude does not fit an int16, restarts the
 * search for the largest magnitude. */
static int16_t largest(const int16_t* x, int32_t size) {
  int16_t most = 0;
  for (int32_t i = 0; i < size; ++i) {
    if (x[i] > most) {
      most = x[i];
    } else if (-(int32_t)x[i] > most) {
      most = (int16_t)(-(int32_t)x[i]);
    }
  }
  return most;
}

void nook_signal_fft_auto_scale_s16_ref(const nook_signal_fft_auto_scale_s16* p, const int16_t* x, int16_t* y,
                                        int32_t* bits, void* scratch_memory) {
  (void)scratch_memory;
  const int16_t most = largest(x, p->size);
  *bits = most > 0 ? 15 - nook_bit_width((uint32_t)most) : 0;
  for (int32_t i = 0; i < p->size; ++i) y[i] = (int16_t)(x[i] * ((int32_t)1 << *bits));
}
