#pragma once
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
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/pack_2x4.h"
#include "nook/kernels/dot/pack/pack_3x4.h"
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/kernels/dot/pack/pack_eight.h"
#include "nook/kernels/dot/pack/pack_k16.h"
#include "nook/kernels/dot/pack/pack_neighbours.h"
#include "nook/kernels/dot/pack/pack_w16.h"
#include "nook/kernels/dot/pack/pack_winograd.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/conv2d_k27.h"
#include "nook/ops/conv2d/conv2d_k8.h"
#include "nook/ops/conv2d/conv2d_k9.h"
#include "nook/ops/conv2d/conv2d_lanes.h"

// Whether the kernels of s8.inc accept a layer, and the scratch that they need.
namespace nook {

template <class Params>
int32_t one_window(const Params& p) {
  return eight_depth(static_cast<int32_t>(inputs_of_window(p)));
}
// One group, and packed weights whose size fits an int32.
template <class Params>
bool ungrouped(const Params& p) {
  return p.filter_c == p.in_c && counts_streams(p.out_c, static_cast<int32_t>(inputs_of_window(p)));
}
template <class Params>
int32_t window_avx2(const Params& p) {
  return (static_cast<int32_t>(inputs_of_window(p)) + 15) & ~15;
}
template <int64_t (*bytes)(int32_t outputs, int32_t depth), class Params>
bool ungrouped_stream(const Params& p) {
  return p.filter_c == p.in_c && bytes(p.out_c, static_cast<int32_t>(inputs_of_window(p))) <= INT32_MAX;
}
template <class Params>
bool streams_avx2(const Params& p) {
  return ungrouped_stream<eight_bytes_avx2>(p);
}
template <class Params>
bool stack_window(const Params& p) {
  return streams_avx2(p) && window_avx2(p) <= NOOK_CONV2D_WINDOW_AVX2;
}
template <class Params>
bool streams_vnni(const Params& p) {
  return ungrouped_stream<eight_bytes_vnni>(p);
}
template <class Params>
bool stack_vnni(const Params& p) {
  return streams_vnni(p) && one_window(p) <= NOOK_CONV2D_WINDOW_AVX2;
}
template <class Params>
bool small_window(const Params& p) {
  return ungrouped(p) && one_window(p) <= NOOK_CONV2D_SMALL_WINDOW;
}
// Windows of two or three rows, if gathering their columns takes less time than copying every window: 17
// instructions for eight outputs and the sixteen additional inputs, 90 per window.
template <class Params>
bool few_channels(const Params& p) {
  if (!ungrouped(p) || p.filter_h < 2 || p.filter_h > 3 || p.dilation_w != 1) return false;
  if (int64_t{p.filter_w} * p.in_c > NOOK_CONV2D_COLUMN_WORDS / 2) return false;
  const int32_t depth = static_cast<int32_t>(inputs_of_window(p)), words = p.filter_w * p.in_c;
  const int64_t more = (4 * words + 15) / 16 - (depth + 15) / 16;
  return p.in_c <= 4 && more * ((p.out_c + 7) / 8) <= 4 &&
         eight_bytes_mve(p.out_c, column_depth(depth, p.filter_h)) <= INT32_MAX;
}
template <class Params>
bool one_tap(const Params& p) {
  return one_tap_inside(p) && ungrouped(p);
}
template <class Params>
bool four_outputs(const Params& p) {
  return ungrouped(p) && p.out_c >= 4;
}
template <class Params>
bool small_window_four(const Params& p) {
  return small_window(p) && p.out_c >= 4;
}
template <class Params>
bool one_tap_four(const Params& p) {
  return one_tap(p) && p.out_c >= 4;
}
template <class Params>
bool one_tap_avx2(const Params& p) {
  return one_tap(p) && streams_avx2(p);
}
template <class Params>
bool one_tap_vnni(const Params& p) {
  return one_tap(p) && streams_vnni(p);
}
// At least a word of inputs.
template <class Params>
bool one_tap_of_words(const Params& p) {
  return one_tap(p) && p.in_c >= 4;
}
// All inputs under the filter fit into registers at once.
template <class Params>
bool taps_k16(const Params& p) {
  return ungrouped(p) && accepts_k16(p.filter_h, int64_t{p.filter_w} * p.filter_c);
}
// Likewise if no word extends past a pixel.
template <class Params>
bool one_tap_k16(const Params& p) {
  return one_tap(p) && taps_k16(p) && p.in_c >= 4;
}
// 2x4 tile (two pixels, four outputs) with a RELU, if few outputs of the tile are padding.
template <class Params>
bool fours_with_relu(const Params& p) {
  return ungrouped(p) && p.out_c >= 4 && (4 - p.out_c % 4) % 4 * 4 <= p.out_c && p.out_w > 1 &&
         hides_negative(p.act_min, p.out_zero);
}
template <class Params>
bool taps_w16(const Params& p) {
  const int64_t size = int64_t{p.filter_w} * p.filter_c;
  return fours_with_relu(p) && p.filter_h * p.filter_w > 1 && accepts_w16(p.filter_h, size) &&
         w16_bytes(p.out_c, {p.filter_h, static_cast<int32_t>(size)}) <= INT32_MAX;
}
// Strips of at least four pixels whose number of inputs is too large for a kernel that keeps them in
// registers; or enough outputs to amortize the unpacking of two pixels.
template <class Params>
bool taps_gather(const Params& p) {
  const int64_t size = int64_t{p.filter_w} * p.filter_c;
  if (!fours_with_relu(p) || p.filter_h * p.filter_w == 1 || !accepts_gather_tiles(p.filter_h, size))
    return false;
  if (gather_tiles_bytes(p.out_c, {p.filter_h, static_cast<int32_t>(size)}) > INT32_MAX) return false;
  const bool strips = p.out_c >= 8 && p.out_w >= 8 && p.filter_h * size > 8;
  return strips || (p.out_c >= 16 && !taps_k16(p));
}
// One tap, contiguous pixels, and rows long enough to amortize reading the weights first.
template <class Params>
bool long_rows_of_pixels(const Params& p) {
  return one_tap(p) && fours_with_relu(p) && p.stride_w == 1 && p.out_w >= 8;
}
template <class Params>
bool one_tap_k16_3x4(const Params& p) {
  return long_rows_of_pixels(p) && p.in_c == NOOK_3X4_K16_INPUTS && bytes_3x4(p.out_c, p.in_c) <= INT32_MAX;
}
template <class Params>
bool one_tap_k8(const Params& p) {
  return long_rows_of_pixels(p) && p.in_c == NOOK_K8_INPUTS &&
         products_bytes(p.out_c, kWordsOfK8) <= INT32_MAX;
}
template <class Params>
bool one_tap_k32_3x4(const Params& p) {
  return long_rows_of_pixels(p) && p.in_c == NOOK_3X4_K32_INPUTS && bytes_3x4(p.out_c, p.in_c) <= INT32_MAX;
}
// At most 1/6 of the pixels of whole tiles are wasted.
inline bool few_in_vain(int64_t pixels, int32_t at_a_time) {
  return 5 * ((pixels + at_a_time - 1) / at_a_time * at_a_time) <= 6 * pixels;
}
template <class Params>
bool one_tap_k64(const Params& p) {
  return one_tap(p) && fours_with_relu(p) && p.in_c == NOOK_5X2_INPUTS && p.out_c % 2 == 0 &&
         few_in_vain(p.out_w, NOOK_5X2_PIXELS) && neighbours_bytes(p.out_c, p.in_c) <= INT32_MAX;
}
// Four pixels at once, with enough channels to amortize the work per output. Small images are rarely computed
// row by row.
template <class Params>
bool one_tap_4x2(const Params& p) {
  const int64_t pixels = int64_t{p.out_h} * p.out_w;
  const bool whole = p.stride_h == 1 && p.stride_w == 1 && pixels <= NOOK_CONV2D_FEW_PIXELS;
  return one_tap(p) && fours_with_relu(p) && p.in_c >= 28 && p.in_c <= NOOK_CONV2D_INPUTS_4X2 &&
         (few_in_vain(p.out_w, NOOK_4X2_PIXELS) || (whole && few_in_vain(pixels, NOOK_4X2_PIXELS))) &&
         neighbours_bytes(p.out_c, p.in_c) <= INT32_MAX;
}
// 3x3 taps of three channels, which are contiguous in a row, with a RELU.
template <class Params>
bool k27_rows(const Params& p) {
  return fours_with_relu(p) && p.in_c == 3 && p.filter_h == 3 && p.filter_w == 3 && p.dilation_w == 1 &&
         k27_bytes(p.out_c) <= INT32_MAX;
}
template <class Params>
bool k27_stride_1(const Params& p) {
  return k27_rows(p) && p.stride_w == 1;
}
template <class Params>
bool k27_stride_2(const Params& p) {
  return k27_rows(p) && p.stride_w == 2;
}
template <class Params>
bool many_pixels(const Params& p) {
  return int64_t{p.out_h} * p.out_w >= 16;
}
// Tiles of two pixels and four outputs, if few of them are computed twice.
template <class Params>
bool many_outputs(const Params& p) {
  return ungrouped(p) && p.out_c >= 4 && (4 - p.out_c % 4) % 4 * 4 <= p.out_c && p.out_w > 1 &&
         int64_t{p.out_h} * p.out_w >= 4 &&
         bytes_2x4(p.out_c, static_cast<int32_t>(inputs_of_window(p))) <= INT32_MAX;
}
template <class Params>
bool one_tap_2x4(const Params& p) {
  return one_tap(p) && many_outputs(p) && p.in_c >= 4;
}
// At least two tiles fit on the stack. The last pixel of an odd number is read as whole words.
template <class Params>
bool one_tap_strips(const Params& p) {
  return one_tap_2x4(p) && 2 * nook_2x4_words(p.in_c) <= NOOK_CONV2D_PIXEL_2X4 &&
         (p.in_c % 4 == 0 || p.out_w % 2 == 0);
}
template <class Params>
int32_t two_pixels(const Params& p) {
  const int32_t words = nook_2x4_words(p.in_c);
  return words <= NOOK_CONV2D_PIXEL_2X4 ? 0 : 4 * words;
}
// Taps are whole words, at least one of which fits on the stack.
template <class Params>
bool taps_2x4(const Params& p) {
  return many_outputs(p) && p.in_c % 4 == 0 && p.in_c <= NOOK_CONV2D_INPUTS_2X4;
}
template <class Params>
int32_t part_2x4(const Params& p) {
  return p.filter_h * p.filter_w == 1 ? p.in_c : nook_conv2d_taps_2x4(p.filter_w, p.in_c) * p.in_c;
}
template <class Params>
int32_t sums_2x4(const Params& p) {
  return part_2x4(p) < inputs_of_window(p) ? 4 * nook_2x4_sums(p.out_c) : 0;
}
// 3x3 taps with strides of 1, and outputs that are a multiple of four.
template <class Params>
bool three_by_three(const Params& p) {
  return p.filter_h == 3 && p.filter_w == 3 && p.stride_h == 1 && p.stride_w == 1 && p.dilation_h == 1 &&
         p.dilation_w == 1 && ungrouped(p) && p.out_c % 4 == 0;
}
// Two tiles of four pixels; a weight takes 4 bytes instead of one.
template <class Params>
bool winograd_tiles(const Params& p) {
  return three_by_three(p) && p.in_c == NOOK_WINOGRAD_CHANNELS && p.out_c <= 64 && p.out_w % 8 == 0;
}
// Four pixels; a weight takes 2 bytes instead of one.
template <class Params>
bool f23_tiles(const Params& p) {
  return three_by_three(p) && p.in_c == NOOK_F23_CHANNELS && p.out_c <= 64 && p.out_w % 4 == 0;
}
template <class Params>
bool tap_rv32(const Params& p) {
  return one_tap(p) && lanes_rv32(p);
}
template <class Params>
bool tap_thumb1(const Params& p) {
  return one_tap(p) && lanes_thumb1(p);
}
// Several groups, with one window on the stack and packed weights whose size fits an int32.
template <class Params>
bool grouped(const Params& p) {
  return p.filter_c != p.in_c && inputs_of_window(p) <= NOOK_CONV2D_SMALL_WINDOW &&
         p.out_c <= INT32_MAX / 2048;
}

// 3x3 taps of one channel, two pixels at once with a stride of 2 along a row, with a RELU.
template <class Params>
bool k9_stride_2(const Params& p) {
  return ungrouped(p) && p.in_c == 1 && p.filter_h == 3 && p.filter_w == 3 && p.stride_w == 2 &&
         p.dilation_w == 1 && p.out_w > 1 && p.out_c >= 4 && p.out_c <= INT32_MAX / NOOK_K9_BYTES &&
         hides_negative(p.act_min, p.out_zero);
}
// Likewise with outputs that are a multiple of four.
template <class Params>
bool k9_in_fours(const Params& p) {
  return k9_stride_2(p) && fours_with_relu(p) && products_bytes(p.out_c, kWordsOfK9) <= INT32_MAX;
}
// Likewise with a RELU.
template <class Params>
bool taps_k16_relu(const Params& p) {
  return hides_negative(p.act_min, p.out_zero) && taps_k16(p);
}
template <class Params>
bool one_tap_k16_relu(const Params& p) {
  return hides_negative(p.act_min, p.out_zero) && one_tap_k16(p);
}
// At most two words, for two pixels at once. One word is faster in tiles.
template <class Params>
bool one_tap_2x8(const Params& p) {
  return one_tap_k16_relu(p) && p.in_c > 4 && p.in_c <= 8 && p.out_w > 1 && many_pixels(p);
}

}  // namespace nook
