// The rows of an image that one row of an operator's output needs, as the compiler, generated code and the
// interpreter use them.
#pragma once
#include "nook/core/rows.h"

namespace nook {

// Row y needs the rows [(y * stride - before) / ratio, (y * stride + reach) / ratio), clipped to the image.
struct WindowRows {
  int32_t stride = 1, before = 0, reach = 1;
  int32_t ratio = 1;  // above 1: several output rows per input row. 0: rows cannot be computed separately

  constexpr bool exists() const { return ratio > 0; }
  // The first row that row y needs, and the number of rows, from row 0 on, that must exist.
  constexpr int32_t first(int32_t y) const { return y * stride > before ? (y * stride - before) / ratio : 0; }
  int32_t until(int32_t y, int32_t height) const { return nook_rows_for(y, stride, reach, ratio, height); }

  friend constexpr bool operator==(const WindowRows& a, const WindowRows& b) {
    return a.stride == b.stride && a.before == b.before && a.reach == b.reach && a.ratio == b.ratio;
  }
};

}  // namespace nook
