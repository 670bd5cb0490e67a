/* Portable FULLY_CONNECTED of floats with int8 weights: each input is read once for four outputs. */
#include "nook/kernels/dot/c99/add_rows_ref.h"
#include "nook/ops/fully_connected/hybrid_rows.h"

void nook_fully_connected_hybrid_c_rows(const nook_fully_connected_hybrid* p, const float* x, const int8_t* w,
                                        const float* bias, float* y, void* scratch_memory) {
  rows_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
