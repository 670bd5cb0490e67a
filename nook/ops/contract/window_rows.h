// Which rows of an image one row of an operator's output needs: what the compiler, generated code and the
// interpreter know of it.
#pragma once
#include "nook/core/rows.h"

namespace nook {

// Row y needs the rows [(y * stride - before) / ratio, (y * stride + reach) / ratio), as far as the image has
// them.
struct WindowRows {
  int32_t stride = 1, before = 0, reach = 1;
  int32_t ratio = 1;  // above 1: several rows are made of one. 0: no row is made without the others

  constexpr bool exists() const { return ratio > 0; }
  // The first row that row y needs, and the number of rows, from row 0 on, that must exist.
  constexpr int32_t first(int32_t y) const { return y * stride > before ? (y * stride - before) / ratio : 0; }
  int32_t until(int32_t y, int32_t height) const { return nook_rows_for(y, stride, reach, ratio, height); }

  friend constexpr bool operator==(const WindowRows& a, const WindowRows& b) {
    return a.stride == b.stride && a.before == b.before && a.reach == b.reach && a.ratio == b.ratio;
  }
};

}  // namespace nook
