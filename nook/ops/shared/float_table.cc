#include "nook/ops/shared/float_table.h"

#include "nook/core/fixed_point.h"

namespace nook {
namespace {

// Within the range of int8; NaN counts as 0.
int32_t rounded(float units) {
  if (!(units > -1000.0f)) return units < 0 ? -1000 : 0;
  const float x = units < 1000.0f ? units : 1000.0f;
  const int32_t whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

}  // namespace

void fill_float_table(float (*f)(float), const NodeView& node, Span<int8_t> table) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const float units = 1 / y.scale();
  int32_t q = -128 - x.zero_point;
  for (int8_t& entry : table) {
    // volatile: no machine may keep more bits than a float has.
    volatile const float at = x.scale() * static_cast<float>(q++);
    volatile const float value = f(at);
    volatile const float in_units = value * units;
    entry = static_cast<int8_t>(nook_clamp(rounded(in_units) + y.zero_point, -128, 127));
  }
}

}  // namespace nook
