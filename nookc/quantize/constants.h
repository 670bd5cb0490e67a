// Constants of a network as integers, to the bit as TensorFlow Lite's converter makes them.
#pragma once
#include <vector>

#include "nookc/quantize/ranges.h"
#include "nookc/quantize/rules.h"

namespace nookc {

// In which type the data of an operator are.
enum class Form : uint8_t { kFloat, kInt8, kInt16 };

nook::DType type_of(Form form);

// The scale and zero point of values in a range, widened to hold 0, which is exact. kInt16: symmetric.
Affine affine_of(const Range& range, Form form);

// The numbers of a constant of float32.
std::vector<float> floats(const Tensor& constant);
Range range_of(const Tensor& constant);

// Scales of symmetric weights: the largest magnitude of all (axis -1), or along every other axis than that
// one, becomes the largest number of `bits` bits.
std::vector<float> weight_scales(const Tensor& weights, int axis, int bits);
// Makes those larger whose bias would be beyond half of 32 bits.
void widen_for_bias(const Tensor& bias, float input_scale, std::vector<float>& scales);

Tensor quantized_weights(const Tensor& weights, const std::vector<float>& scales, int axis, int bits);
// Of the type's sums, in the scale of the products: int32, or int64 of int16 data.
// The same in 16 bits with this scale.
Tensor quantized_weights16(const Tensor& weights, float scale);
Tensor quantized_bias(const Tensor& bias, float input_scale, const std::vector<float>& scales, Form form);
Tensor quantized_constant(const Tensor& constant, const Affine& affine, Form form);

}  // namespace nookc
