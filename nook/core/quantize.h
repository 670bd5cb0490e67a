#pragma once
#include <stdint.h>

#include "nook/core/status.h"
#include "nook/core/tensor.h"

// Arithmetic shared by prepare() functions: real numbers to fixed point, activations to ranges. The formulas
// match TensorFlow Lite's quantization_util and kernel_util, in the same order of operations, because the
// last bit of a multiplier can change bytes of an output.
namespace nook {

// A real factor as nook_rescale() expects it.
struct FixedScale {
  int32_t multiplier = 0;  // in [2^30, 2^31), or 0
  int32_t shift = 0;       // in [-31, 30]; <= 0 shifts right
};

// The difference of two int8 is at most 255; this is the largest shift at which nook_rescale() cannot
// overflow.
constexpr int32_t kMaxShiftOfInt8 = 23;
// Likewise for the difference of two int16.
constexpr int32_t kMaxShiftOfInt16 = 15;

// x * 2^exponent rounded down, x >= 0.
constexpr int64_t scaled(int64_t x, int32_t exponent) {
  return exponent >= 0 ? x << exponent : x >> -exponent;
}

// Activations that a model may fuse into an operator, numbered as in the .tflite format.
enum class Activation : uint8_t { kNone = 0, kRelu = 1, kReluN1To1 = 2, kRelu6 = 3, kTanh = 4, kSignBit = 5 };

// Whether the activation is a clamp; kernels fuse only clamps.
constexpr bool is_clamp(Activation a) { return a <= Activation::kRelu6; }

struct RangeS8 {
  int32_t min, max;
};
// The range of int8, int16 or another integer type of at most 32 bits.
using IntegerRange = RangeS8;
struct RangeF32 {
  float min, max;
};

// The range of a quantized tensor's elements: int8, uint8, int16 or int32.
IntegerRange range_of(DType type);

// The clamp of an output: the activation in the output's quantized units, within int8.
RangeS8 activation_range_s8(Activation activation, const TensorInfo& output);
// Like activation_range_s8(), but within the output's type, int8 or int16.
IntegerRange activation_range_of(Activation activation, const TensorInfo& output);
// `largest` (NodeView::largest) bounds the result where the activation does not.
RangeF32 activation_range_f32(Activation activation, float largest);

// Whether two tensors represent the same real numbers by the same bytes (equal type, scale and zero point).
bool same_quantization(const TensorInfo& a, const TensorInfo& b);

}  // namespace nook
