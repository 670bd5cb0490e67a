#include "nook/core/quantize.h"

namespace nook {
namespace {

// The subtraction is exact. x + 0.5f is not: it would round the largest float below 0.5 to 1.
int32_t round_away(float x) {
  const int32_t whole = static_cast<int32_t>(x);
  const float fraction = x - static_cast<float>(whole);
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

// real / scale + zero point, rounded and clamped to the range of the type (which contains all activation
// bounds).
int32_t quantize(float real, const TensorInfo& t, const IntegerRange& type) {
  const float q = real / t.scale();
  if (q > 1e6f) return type.max;
  if (q < -1e6f) return type.min;
  return t.zero_point + round_away(q);
}

int32_t at_least(int32_t x, int32_t low) { return x < low ? low : x; }
int32_t at_most(int32_t x, int32_t high) { return x > high ? high : x; }

IntegerRange range_within(Activation activation, const TensorInfo& output, const IntegerRange& type) {
  IntegerRange range = type;
  switch (activation) {
    case Activation::kRelu:
      range.min = at_least(quantize(0.0f, output, type), range.min);
      break;
    case Activation::kRelu6:
      range.min = at_least(quantize(0.0f, output, type), range.min);
      range.max = at_most(quantize(6.0f, output, type), range.max);
      break;
    case Activation::kReluN1To1:
      range.min = at_least(quantize(-1.0f, output, type), range.min);
      range.max = at_most(quantize(1.0f, output, type), range.max);
      break;
    default:
      break;
  }
  return range;
}

}  // namespace

IntegerRange range_of(DType type) {
  switch (type) {
    case DType::kS8:
      return {INT8_MIN, INT8_MAX};
    case DType::kU8:
      return {0, UINT8_MAX};
    case DType::kS16:
      return {INT16_MIN, INT16_MAX};
    default:
      return {INT32_MIN, INT32_MAX};
  }
}

RangeS8 activation_range_s8(Activation activation, const TensorInfo& output) {
  return range_within(activation, output, {-128, 127});
}
IntegerRange activation_range_of(Activation activation, const TensorInfo& output) {
  return range_within(activation, output, range_of(output.type));
}

RangeF32 activation_range_f32(Activation activation, float largest) {
  switch (activation) {
    case Activation::kRelu:
      return {0.0f, largest};
    case Activation::kRelu6:
      return {0.0f, 6.0f};
    case Activation::kReluN1To1:
      return {-1.0f, 1.0f};
    default:
      return {-largest, largest};
  }
}

bool same_quantization(const TensorInfo& a, const TensorInfo& b) {
  if (a.type != b.type || a.zero_point != b.zero_point || a.scales.size() != b.scales.size()) return false;
  for (size_t i = 0; i < a.scales.size(); ++i)
    if (a.scales[i] != b.scales[i]) return false;
  return true;
}

}  // namespace nook
