/* Fully connected layers with one scale for all outputs and at most 128 inputs, which are unpacked once. */
#include "nook/kernels/dot/armv7em/one_scale_unpacked_dsp.h"
#include "nook/ops/fully_connected/one_scale_rows.h"

typedef char nook_room_is_known[NOOK_ONE_SCALE_ON_STACK == 128 ? 1 : -1];

void nook_fully_connected_s8_dsp_one_scale_k128(const nook_fully_connected_s8* p, const int8_t* x,
                                                const int8_t* w, const int32_t* bias, int8_t* y,
                                                void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_one_scale_rows(p, x, w, y, nook_one_scale_sixes_unpacked_dsp);
}
