#pragma once
#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_2x4_k8_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu.h"
#include "nook/kernels/dot/armv7m/dot_lanes_thumb2.h"
#include "nook/kernels/dot/c99/dot_lanes_ref.h"
#include "nook/kernels/dot/dot_4x4_f32.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/pack_2x4.h"
#include "nook/kernels/dot/pack/pack_3x4.h"
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/kernels/dot/pack/pack_f32.h"
#include "nook/kernels/dot/pack/pack_k16.h"
#include "nook/kernels/dot/pack/pack_k27.h"
#include "nook/kernels/dot/pack/pack_k9.h"
#include "nook/kernels/dot/pack/pack_lanes.h"
#include "nook/kernels/dot/pack/pack_neighbours.h"
#include "nook/kernels/dot/pack/pack_w16.h"
#include "nook/kernels/dot/pack/pack_winograd.h"
#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"
#include "nook/kernels/window/soft_window_inputs.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/prepare/dot_fits.h"

// Names for the columns of s8.inc and f32.inc: literals that say which layers a kernel takes, functions for
// other conditions, and the scratch of the kernels.
namespace nook {

// The terms of an output.
template <class Params>
int64_t inputs_of_window(const Params& p) {
  return int64_t{p.filter_h} * p.filter_w * p.filter_c;
}

// `in`: the bytes of the node's constant operands; null for the others.
DotWeights conv2d_weights(const nook_conv2d_s8& p, const void* const* in);

inline NOOK_FITS_INLINE Layer layer_of(const nook_conv2d_f32& p) {
  Layer l = layer_of_images(p);
  l.group = p.filter_c;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_conv2d_hybrid& p) {
  Layer l = layer_of_images(p);
  l.group = p.filter_c;
  return l;
}
inline NOOK_FITS_INLINE Layer layer_of(const nook_conv2d_s8& p) {
  Layer l = layer_of_images(p);
  l.group = p.filter_c;
  l.zero = p.out_zero, l.low = p.act_min;
  l.whole_range = p.act_min == -128 && p.act_max == 127;
  return l;
}

template <int64_t (*bytes)(int32_t outputs, const InputRows& rows)>
int64_t rows_stream(int32_t outputs, int32_t rows, int32_t inputs) {
  return larger(dot_stream(outputs, rows, inputs), bytes(outputs, {rows, inputs}));
}
template <const InputWords& words>
int64_t products_stream(int32_t outputs, int32_t rows, int32_t inputs) {
  return larger(dot_stream(outputs, rows, inputs), products_bytes(outputs, words));
}
inline int64_t colour_stream(int32_t outputs, int32_t rows, int32_t inputs) {
  return larger(dot_stream(outputs, rows, inputs), k27_bytes(outputs));
}

inline bool in_words(const Layer& l) { return accepts_w16(l.filter_h, int64_t{l.filter_w} * l.group); }
// Strips of at least four pixels pay if the registers can not hold all of K. So do at least 16 outputs, over
// which the cost of unpacking two pixels is spread.
inline bool in_places(const Layer& l) {
  if (!accepts_gather_tiles(l.filter_h, int64_t{l.filter_w} * l.group)) return false;
  const bool strips = l.outputs >= 8 && l.out_w >= 8 && l.depth() > 8;
  return strips || (l.outputs >= 16 && !accepts_k16(l.filter_h, int64_t{l.filter_w} * l.group));
}
// Gathering columns takes less than copying every window: 17 instructions for eight outputs and the sixteen
// additional inputs, 90 for a window.
inline bool in_columns(const Layer& l) {
  const int64_t words = int64_t{l.filter_w} * l.group, depth = l.depth();
  if (words > NOOK_COLUMN_WORDS_MVE / 2) return false;
  const int64_t more = (4 * words + 15) / 16 - (depth + 15) / 16;
  return more * ((int64_t{l.outputs} + 7) / 8) <= 4 &&
         eight_bytes_mve(l.outputs, column_depth(static_cast<int32_t>(depth), l.filter_h)) <= INT32_MAX;
}
// The segments of a row of four windows fit on the stack. Taps in the padding are segments of their own, of
// few channels. Rows of enough pixels have no tile with padding at both ends.
inline bool in_float_segments(const Layer& l) {
  const int64_t before = l.pad_left, after = larger(l.last_column() - l.in_w + 1, 0), both = before + after;
  const int64_t at_edges = l.out_w >= 4 + both ? larger(before, after) : both;
  const int64_t pieces = (int64_t{l.group} + NOOK_SEGMENT_F32_ZEROS - 1) / NOOK_SEGMENT_F32_ZEROS;
  const int64_t if_dense = at_edges * pieces + 1, most = l.filter_w * (both > 0 ? pieces : 1);
  return (l.dilation_w == 1 && if_dense < most ? if_dense : most) <= NOOK_WINDOW_SEGMENTS_F32;
}
template <int32_t block, int32_t least = 16>
bool in_lanes(const Layer& l) {
  return l.depth() >= (l.taps() == 1 ? 4 : least) && l.depth() <= INT32_MAX &&
         accepts_lanes(l.outputs, {static_cast<int32_t>(l.taps()), l.channels}, block);
}

inline constexpr Fits one_tap = one_group.one_tap();
// Tiles of four pixels, at most half of which are wasted, and four outputs, at most a quarter.
inline constexpr Fits float_tiles =
    Fits().outputs(4).output_tile(4, 4).column_tile(4, 1).stream(stream_of<fours_bytes_f32>);
// Windows of few inputs that are in several places of the input.
inline bool in_several_runs(const Layer& l) {
  return l.filter_h > 1 || (l.filter_w > 1 && (l.dilation_w > 1 || l.group < l.channels));
}
inline constexpr Fits scattered_windows =
    any_layer.most_depth(NOOK_SOFT_WINDOW_F32).more(in_several_runs).compiled();
inline constexpr Fits small_window = one_group.most_depth(NOOK_SMALL_WINDOW);
inline constexpr Fits several_groups =
    Fits().groups(Groups::kSeveral).most_depth(NOOK_SMALL_WINDOW).outputs(0, INT32_MAX / 2048);
// Weights in the model's layout, for four outputs of a group at a time.
inline bool four_in_each_group(const Layer& l) { return l.outputs / (l.channels / l.group) >= 4; }
inline constexpr Fits model_weights = any_layer.more(four_in_each_group).compiled();
// Likewise with a window in scratch after the bytes of an image, whose floats have at most INT32_MAX bytes.
inline constexpr Fits window_in_scratch = model_weights.most_depth(INT32_MAX / 4);
// Tiles of two pixels and four outputs, at most a quarter of which are padding.
inline constexpr Fits tiles = one_group.outputs(4).output_tile(4, 4).least_columns(2).compiled();
inline constexpr Fits relu_tiles = tiles.relu();
inline constexpr Fits unpacked_tiles = tiles.least_pixels(4).stream(dots_and<bytes_2x4>);
// With weights of 4 bits. An image of one column is a row later (nookc/middle/passes/lay_flat.h).
inline constexpr Fits tiles_s4 = one_group.outputs(4).output_tile(4, 4).least_pixels(4).compiled();
// Pixels side by side, enough to spread the cost of reading the weights of four outputs first.
inline constexpr Fits long_rows = relu_tiles.one_tap().stride_w(1).least_columns(8);
// Several pixels of any stride and two outputs.
inline constexpr Fits pixel_tiles = relu_tiles.one_tap().stream(dots_and<neighbours_bytes>);
// 3 by 3 taps of a colour image, whose rows are contiguous, and of a grey one.
inline constexpr Fits colour = relu_tiles.filter(3, 3).dense_w().channels(3, 3).stream(colour_stream);
inline constexpr Fits grey = one_group.relu()
                                 .filter(3, 3)
                                 .stride_w(2)
                                 .dense_w()
                                 .channels(1, 1)
                                 .outputs(4, INT32_MAX / NOOK_K9_BYTES)
                                 .least_columns(2);
inline constexpr Fits winograd_tiles =
    one_group.filter(3, 3).stride(1, 1).dense().outputs(0, 64, 4).compiled();
// Two pixels side by side in the halves of words, with enough inputs to amortize gathering them.
inline constexpr Worth worth_gathering = {true, {}, 0, 8, 0, 0};
inline constexpr Fits lanes = Fits().least_columns(2).worth_if(worth_gathering);
inline constexpr Fits lanes_rv32 = lanes.more(in_lanes<NOOK_LANES_RV32>);
inline constexpr Fits lanes_c = lanes.more(in_lanes<NOOK_LANES_REF, 8>);
inline constexpr Fits lanes_thumb2 = lanes.whole_range().more(in_lanes<NOOK_LANES_THUMB2, 8>);
inline constexpr Fits lanes_thumb1 = lanes.more(in_lanes<NOOK_LANES_THUMB1>);
// Enough results to justify the code of a kernel for one filter.
inline constexpr Worth many_results = {true, {}, 0, 0, 0, 1024};

// Scratch: the bytes of a window.
template <class Params>
int32_t one_window(const Params& p) {
  return eight_depth(static_cast<int32_t>(inputs_of_window(p)));
}
template <class Params>
int32_t window_avx2(const Params& p) {
  return (static_cast<int32_t>(inputs_of_window(p)) + 15) & ~15;
}
// Two unpacked pixels, unless they fit on the stack.
template <class Params>
int32_t two_pixels(const Params& p) {
  const int32_t words = nook_2x4_words(p.in_c);
  return words <= NOOK_PIXEL_INPUTS_2X4 ? 0 : 4 * words;
}
// Inputs that are unpacked at a time, and the sums that wait if those are not all.
template <class Params>
int32_t part_2x4(const Params& p) {
  return p.filter_h * p.filter_w == 1 ? p.in_c : nook_window_taps_2x4(p.filter_w, p.in_c) * p.in_c;
}
template <class Params>
int32_t sums_2x4(const Params& p) {
  return part_2x4(p) < inputs_of_window(p) ? 4 * nook_2x4_sums(p.out_c) : 0;
}

template <class Params>
int32_t sums_2x4_s4(const Params& p) {
  return p.out_c <= NOOK_WAITING_OUTPUTS_S4 ? 0 : sums_2x4(p);
}

// Two pixels in the halves of words (nook/kernels/dot/lanes.h).
inline LanesWindow lanes_window(const nook_conv2d_s8& p) { return {p.filter_h * p.filter_w, p.in_c}; }

// Weights in several parts.
template <int32_t block, class Params>
int32_t waiting_sums(const Params& p) {
  return several_lanes_parts(lanes_window(p)) ? nook_lanes_sums(p.out_c, block) : 0;
}
template <class Params>
int32_t sums_rv32(const Params& p) {
  return waiting_sums<NOOK_LANES_RV32>(p);
}
template <class Params>
int32_t sums_c(const Params& p) {
  return waiting_sums<NOOK_LANES_REF>(p);
}
template <class Params>
int32_t sums_thumb2(const Params& p) {
  return waiting_sums<NOOK_LANES_THUMB2>(p);
}
template <class Params>
int32_t sums_thumb1(const Params& p) {
  return waiting_sums<NOOK_LANES_THUMB1>(p);
}

}  // namespace nook
