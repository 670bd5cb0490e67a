// Finds the window (window_rows.h) of an operator that reads rows at irregular positions.
#pragma once
#include "nook/ops/contract/window_rows.h"

namespace nook {

constexpr int32_t kMostRowsFitted = 1 << 20;  // limit of output rows, because all are examined

// Rows [first, end) of an image; empty if end <= first.
struct RowSpan {
  int32_t first, end;
};

// The narrowest window with this stride and ratio that contains span(y) for each of `count` rows y; none if
// its numbers would be too large.
template <class SpanOf>
WindowRows fit_window(int32_t count, int32_t stride, int32_t ratio, const SpanOf& span) {
  int64_t before = INT64_MIN, reach = INT64_MIN;
  for (int32_t y = 0; y < count; ++y) {
    const RowSpan rows = span(y);
    if (rows.end <= rows.first) continue;
    const int64_t at = int64_t{y} * stride;
    const int64_t b = at - (int64_t{rows.first} + 1) * ratio + 1, r = int64_t{rows.end} * ratio - at;
    before = b > before ? b : before, reach = r > reach ? r : reach;
  }
  if (before == INT64_MIN) before = reach = 0;  // no row is ever read
  const int64_t furthest = int64_t{count} * stride;
  const bool fits = furthest <= INT32_MAX && furthest + reach <= INT32_MAX &&
                    furthest - before <= INT32_MAX && before <= INT32_MAX;
  if (!fits) return {1, 0, 1, 0};
  return {stride, static_cast<int32_t>(before), static_cast<int32_t>(reach), ratio};
}

// The narrower of two windows: one that advances by one row per output row, and one that reaches the end of
// the input rows together with y.
template <class SpanOf>
WindowRows fit_window(int32_t count, const SpanOf& span) {
  if (count > kMostRowsFitted) return {1, 0, 1, 0};
  const WindowRows even = fit_window(count, 1, 1, span);
  int32_t stride = count > 0 ? span(count - 1).end : 0, ratio = count;
  for (int32_t a = stride, b = ratio; a > 0;) {  // reduces the fraction to lowest terms
    const int32_t rest = b % a;
    if (rest == 0) stride /= a, ratio /= a;
    b = a, a = rest;
  }
  if (stride <= 0) return even;
  const WindowRows scaled = fit_window(count, stride, ratio, span);
  if (!scaled.exists() || !even.exists()) return scaled.exists() ? scaled : even;
  const int64_t of_even = int64_t{even.before} + even.reach,
                of_scaled = int64_t{scaled.before} + scaled.reach;
  return of_scaled < of_even * ratio ? scaled : even;
}

}  // namespace nook
