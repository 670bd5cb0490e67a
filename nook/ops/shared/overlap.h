#pragma once
#include "nook/ops/op.h"

// How far spatial kernels may write over their input: functions for the `overlap` column of a kernel's row.
namespace nook {
namespace detail {

// Bytes of an element, which a clamp is of the type of: float, or int32_t where the elements are int8.
constexpr int64_t element_bytes(float) { return 4; }
constexpr int64_t element_bytes(int32_t) { return 1; }

template <class P>
auto out_channels(const P& p, int) -> decltype(p.out_c) {
  return p.out_c;
}
template <class P>
int32_t out_channels(const P& p, long) {
  return p.in_c;
}

}  // namespace detail

// Row after row of the output, each from the rows under the filter, in any order within a row. To write row
// y, which ends at (y + 1) * out, a kernel reads its input from a row on before which nobody reads any more.
// The difference of the two is linear in the image, and between a few rows linear in the row.
template <class P>
int32_t by_row(const P& p, int input) {
  if (input != 0) return kDisjoint;
  const int64_t element = detail::element_bytes(p.act_min);
  const int64_t out = element * p.out_w * detail::out_channels(p, 0), in = element * p.in_w * p.in_c;
  const int32_t above = p.pad_top / p.stride_h;  // the filter leaves the padding
  const int32_t below = static_cast<int32_t>((int64_t{p.in_h} + p.pad_top) / p.stride_h);  // and the image
  int64_t most = 0;
  const int32_t images[] = {0, p.batch - 1}, rows[] = {0, above, above + 1, below, below + 1, p.out_h - 1};
  for (const int32_t image : images)
    for (const int32_t y : rows) {
      if (y >= p.out_h) continue;
      const int64_t row = int64_t{y} * p.stride_h - p.pad_top;
      const int64_t first = int64_t{image} * p.in_h + (row < 0 ? 0 : row > p.in_h ? p.in_h : row);
      const int64_t apart = (int64_t{image} * p.out_h + y + 1) * out - first * in;
      if (apart > most) most = apart;
    }
  return static_cast<int32_t>(most);
}

namespace detail {

// `together` pixels at a time, where they lie side by side in all images; else row by row.
template <class P>
int32_t pixels_by(int64_t together, const P& p, int input) {
  if (p.stride_h != 1 || p.stride_w != 1) return by_row(p, input);
  if (input != 0) return kDisjoint;
  const int64_t element = element_bytes(p.act_min), pixels = int64_t{p.batch} * p.out_h * p.out_w;
  const int64_t out = element * out_channels(p, 0), in = element * p.in_c;
  // Linear in the pixel: the first or the last has the most.
  const int64_t at_once = together < pixels ? together : pixels;
  const int64_t first = at_once * out, last = pixels * out - (pixels - at_once) * in;
  return static_cast<int32_t>(first > last ? first : last);
}

}  // namespace detail

// Kernels of one tap.
template <class P>
int32_t by_pixel(const P& p, int input) {
  return detail::pixels_by(1, p, input);
}
template <class P>
int32_t by_two(const P& p, int input) {
  return detail::pixels_by(2, p, input);
}

}  // namespace nook
