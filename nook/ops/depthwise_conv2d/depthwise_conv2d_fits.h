#pragma once
#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp.h"
#include "nook/kernels/depthwise/armv7em/strip_dsp.h"
#include "nook/kernels/depthwise/armv7em/taps_dsp.h"
#include "nook/kernels/depthwise/helium/dw_3x3_mve.h"
#include "nook/kernels/depthwise/helium/taps_mve.h"
#include "nook/kernels/depthwise/rv32/strip_rv32.h"
#include "nook/kernels/depthwise/rvv/taps_rvv.h"
#include "nook/kernels/dot/pack/pack_f32.h"
#include "nook/ops/contract/fits.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/pairs_avx2.h"
#include "nook/ops/depthwise_conv2d/tap_pointers.h"

// The literals that the rows of the tables begin with.
namespace nook {

inline NOOK_FITS_INLINE Layer layer_of(const nook_depthwise_conv2d_f32& p) {
  Layer l = layer_of_images(p);
  l.multiplier = p.depth_multiplier;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_depthwise_conv2d_hybrid& p) {
  Layer l = layer_of_images(p);
  l.multiplier = p.depth_multiplier;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_depthwise_conv2d_s8& p) {
  Layer l = layer_of_images(p);
  l.multiplier = p.depth_multiplier;
  l.zero = p.out_zero, l.low = p.act_min;
  l.whole_range = p.act_min == -128 && p.act_max == 127;
  return l;
}

// One output for each channel.
inline constexpr Fits own_channels = Fits().groups(Groups::kAny).multiplier(1);
// Several outputs for each channel.
inline bool has_multiplier(const Layer& l) { return l.multiplier > 1; }
inline constexpr Fits dw_3x3_taps = own_channels.filter(3, 3).outputs(4, INT32_MAX / NOOK_DW_3X3_BYTES);
inline constexpr Fits within_3x3 = own_channels.filter_rows(0, 3)
                                       .filter_columns(0, 3)
                                       .outputs(0, INT32_MAX / (2 * NOOK_DW_3X3_MVE_BYTES))
                                       .most_span(INT16_MAX);
// The columns of a window fit on the stack.
inline bool columns_on_stack(const Layer& l) {
  return l.span() * nook_dw_3x3_mve_stride(l.outputs) <= NOOK_DW_3X3_MVE_ON_STACK * NOOK_DW_3X3_MVE_TILE;
}
// Tiles of four channels, at most a quarter of which is wasted.
inline int64_t float_taps_stream(int32_t outputs, int32_t rows, int32_t columns) {
  return fours_bytes_f32(outputs, rows * columns);
}
inline constexpr Fits float_taps = own_channels.outputs(4).output_tile(4, 4).stream(float_taps_stream);
inline int64_t twos_stream(int32_t outputs, int32_t rows, int32_t columns) {
  return tile_bytes_f32(outputs, rows * columns, 2);
}
inline constexpr Fits float_3x3 =
    own_channels.filter(3, 3).dense_w().most_padding(1).columns(4).outputs(2).stream(twos_stream);
// Outputs read adjacent inputs, or all of them the same one.
inline bool own_or_one_channel(const Layer& l) { return l.multiplier == 1 || l.channels == 1; }
inline constexpr Fits float_row = float_taps.column_tile(4, 1);
// Images of one column, which are computed as one row.
inline bool one_column(const Layer& l) { return l.in_w == 1 && l.pad_left == 0 && l.out_h > 1; }
inline constexpr Fits float_column = float_taps.filter_columns(1, 1).columns(1, 1).more(one_column);
// Adjacent pixels, at least three of them, with at most one column of padding at each end of a row.
inline constexpr Fits strips = own_channels.filter(3, 3)
                                   .dense_w()
                                   .most_padding(1)
                                   .columns(3)
                                   .outputs(4, INT32_MAX / NOOK_STRIP_BYTES)
                                   .compiled();
// The middle taps are always inside the image.
inline constexpr Fits strips_c = own_channels.filter(3, 3)
                                     .dense_w()
                                     .most_padding(1)
                                     .middle_row_inside()
                                     .outputs(4, INT32_MAX / int32_t{sizeof(nook_strip_channel)})
                                     .least_pixels(16)
                                     .compiled();
// Likewise, for any number of channels and pixels.
inline constexpr Fits strips_of_channels = own_channels.filter(3, 3)
                                               .dense_w()
                                               .most_padding(1)
                                               .middle_row_inside()
                                               .outputs(0, INT32_MAX / int32_t{sizeof(nook_strip_channel)})
                                               .compiled();
inline constexpr Fits strips_thumb2 = strips_of_channels.whole_range();  // no output is clamped beyond int8
inline constexpr Fits strips_rv32 = strips_of_channels.low_is_zero();    // negative outputs are clamped away

}  // namespace nook
