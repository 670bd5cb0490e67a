/* Fully connected layers with one scale for all outputs. */
#include "nook/ops/fully_connected/one_scale_rows.h"

void nook_fully_connected_s8_dsp_one_scale(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                           const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_one_scale_rows(p, x, w, y, nook_one_scale_sixes_dsp);
}
