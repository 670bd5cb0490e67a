#include "nook/ops/shared/quantize.h"

#include <float.h>

namespace nook {
namespace {

// The fraction is exact; x + 0.5f is not, and would round the float below 0.5 to 1.
int32_t round_away(float x) {
  const int32_t whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

// real / scale + zero point, rounded, kept within what int8 can hold (no activation bound lies further out).
int32_t quantize(float real, const TensorInfo& t) {
  const float q = real / t.scale();
  if (q > 1e6f) return 127;
  if (q < -1e6f) return -128;
  return t.zero_point + round_away(q);
}

int32_t at_least(int32_t x, int32_t low) { return x < low ? low : x; }
int32_t at_most(int32_t x, int32_t high) { return x > high ? high : x; }

}  // namespace

RangeS8 activation_range_s8(Activation activation, const TensorInfo& output) {
  RangeS8 range{-128, 127};
  switch (activation) {
    case Activation::kRelu:
      range.min = at_least(quantize(0.0f, output), range.min);
      break;
    case Activation::kRelu6:
      range.min = at_least(quantize(0.0f, output), range.min);
      range.max = at_most(quantize(6.0f, output), range.max);
      break;
    case Activation::kReluN1To1:
      range.min = at_least(quantize(-1.0f, output), range.min);
      range.max = at_most(quantize(1.0f, output), range.max);
      break;
    default:
      break;
  }
  return range;
}

RangeF32 activation_range_f32(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return {0.0f, FLT_MAX};
    case Activation::kRelu6:
      return {0.0f, 6.0f};
    case Activation::kReluN1To1:
      return {-1.0f, 1.0f};
    default:
      return {-FLT_MAX, FLT_MAX};
  }
}

bool same_quantization(const TensorInfo& a, const TensorInfo& b) {
  if (a.type != b.type || a.zero_point != b.zero_point || a.scales.size() != b.scales.size()) return false;
  for (size_t i = 0; i < a.scales.size(); ++i)
    if (a.scales[i] != b.scales[i]) return false;
  return true;
}

}  // namespace nook
