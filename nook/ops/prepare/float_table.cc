#include "nook/ops/prepare/float_table.h"

#include "nook/core/fixed_point.h"

namespace nook {
namespace {

// Clamped to int8; NaN counts as 0.
int32_t rounded(float units) {
  if (!(units > -1000.0f)) return units < 0 ? -1000 : 0;
  const float x = units < 1000.0f ? units : 1000.0f;
  const int32_t whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

}  // namespace

Code fill_float_table(float (*f)(float), const TableOf& of) {
  const float units = 1 / of.y.scale();
  return of.fill([&](int32_t centred) {
    // volatile: no machine may keep more precision than a float has.
    volatile const float at = of.x.scale() * static_cast<float>(centred);
    volatile const float value = f(at);
    volatile const float in_units = value * units;
    return nook_clamp(rounded(in_units) + of.y.zero_point, -128, 127);
  });
}

}  // namespace nook
