#include "nook/kernels/dot/armv7em_fpu/pixels_f32_fpu.h"

#include "nook/kernels/dot/armv7em_fpu/dot_4x4_f32_fpu.h"

void nook_pixels_f32_fpu(const nook_pixels_f32* pixels) {
  nook_pixels_in_tiles_f32(pixels, nook_dot_4x4_f32_fpu);
}
