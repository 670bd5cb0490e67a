/* FULLY_CONNECTED of floats with int8 weights on cores with DSP instructions. */
#include "nook/kernels/dot/armv7em/add_rows_dsp.h"
#include "nook/ops/fully_connected/hybrid_rows.h"

void nook_fully_connected_hybrid_dsp(const nook_fully_connected_hybrid* p, const float* x, const int8_t* w,
                                     const float* bias, float* y, void* scratch_memory) {
  rows_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
