// Converts constants of a network to integers, bit for bit like TensorFlow Lite's converter.
#pragma once
#include <vector>

#include "nookc/study/quantize/ranges.h"
#include "nookc/study/quantize/rules.h"

namespace nookc {

// The element type of an operator's data.
enum class Precision : uint8_t { kFloat, kInt8, kInt16 };

nook::DType type_of(Precision precision);

// The scale and zero point for a range, which is widened to include 0, so that 0 is exact. kInt16: symmetric.
Affine affine_of(const Range& range, Precision precision);

// The elements of a float32 constant.
std::vector<float> floats(const Tensor& constant);
Range range_of(const Tensor& constant);  // range of its finite values

// Whether a constant has a NaN, or an infinity.
bool has_nan(const Tensor& constant);
bool has_infinity(const Tensor& constant);

// Scales of symmetric weights: the largest magnitude becomes the largest integer of `bits` bits. One scale
// per index along `axis`, or a single one if it is -1. Weights so small that the scale, or its product with
// the input's scale, underflows count as zeros, whose scale is 1.
std::vector<float> weight_scales(const Tensor& weights, int axis, int bits, float input_scale = 1);
// Enlarges scales with which a bias would need more than half of the range of 32 bits or, with int16 data,
// more than TensorFlow Lite's kernels can scale.
void widen_for_bias(const Tensor& bias, float input_scale, Precision precision, std::vector<float>& scales);

Tensor quantized_weights(const Tensor& weights, const std::vector<float>& scales, int axis, int bits);
// Weights as 16-bit integers with this scale.
Tensor quantized_weights16(const Tensor& weights, float scale);
// A bias in the type and scale of the sums: int32, or int64 for int16 data.
Tensor quantized_bias(const Tensor& bias, float input_scale, const std::vector<float>& scales,
                      Precision precision);
Tensor quantized_constant(const Tensor& constant, const Affine& affine, Precision precision);

}  // namespace nookc
