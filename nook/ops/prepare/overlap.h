#pragma once
#include "nook/ops/contract/op.h"

// The extent to which spatial kernels may overwrite their input: functions for the `overlap` column of a
// kernel's row.
namespace nook {

// The geometry on which the overlap depends.
struct Raster {
  int32_t batch, in_h, in_w, out_h, out_w;
  int32_t stride_h, stride_w, pad_top, pad_left;
  int64_t in_pixel, out_pixel;  // bytes
};

// Kernels that compute row after row of the output, each from the rows under the filter, in any order within
// a row.
int32_t row_lead(const Raster& r);

// Kernels that compute `together` pixels at a time if they are adjacent in all images; else row after row.
int32_t pixel_lead(const Raster& r, int32_t together);

// Depthwise int8 kernels: pixel after pixel, four channels at a time; the last four overlap the previous ones
// if the channels are not a multiple of four. Row after row if an input contributes to more than one output.
int32_t channel_lead(const Raster& r);

namespace detail {

// Bytes of an element, from the type of its clamp: float, or int32_t for int8 elements.
constexpr int64_t element_bytes(float) { return 4; }
constexpr int64_t element_bytes(int32_t) { return 1; }

template <class P>
Raster raster_of(const P& p) {
  const int64_t element = element_bytes(p.act_min);
  return {p.batch,    p.in_h,    p.in_w,     p.out_h,          p.out_w,          p.stride_h,
          p.stride_w, p.pad_top, p.pad_left, element * p.in_c, element * p.out_c};
}

}  // namespace detail

template <class P>
int32_t by_row(const P& p, int input) {
  return input == 0 ? row_lead(detail::raster_of(p)) : kDisjoint;
}

// Kernels with one tap.
template <class P>
int32_t by_pixel(const P& p, int input) {
  return input == 0 ? pixel_lead(detail::raster_of(p), 1) : kDisjoint;
}
template <class P>
int32_t by_two(const P& p, int input) {
  return input == 0 ? pixel_lead(detail::raster_of(p), 2) : kDisjoint;
}
template <class P>
int32_t by_four_pixels(const P& p, int input) {
  return input == 0 ? pixel_lead(detail::raster_of(p), 4) : kDisjoint;
}

template <class P>
int32_t by_four(const P& p, int input) {
  return input == 0 ? channel_lead(detail::raster_of(p)) : kDisjoint;
}

}  // namespace nook
