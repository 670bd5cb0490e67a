#include "nook/kernels/dot/helium/pixels_f32_mve.h"

#include "nook/kernels/dot/helium/tile_4x4_f32_mve.h"

void nook_pixels_f32_mve(const nook_pixels_f32* pixels) {
  nook_pixels_in_tiles_f32(pixels, nook_tile_4x4_row_f32_mve);
}
