#include "nookc/front/onnx/quantization.h"

#include <algorithm>
#include <cmath>

namespace nookc::onnx {

std::string read_quantization(const OnnxNode& node, const ConstantPtr& scale, const ConstantPtr& zero_point,
                              QuantizationOf* to) {
  if (!scale) return "its scale is computed when the model runs";
  if (!node.input(2).empty() && !zero_point) return "its zero point is computed when the model runs";
  if (node.integer("block_size", 0) != 0) return "it has a scale for each block";
  const std::vector<double> scales = numbers_of(*scale);
  to->scales.assign(scales.begin(), scales.end());
  for (const float s : to->scales)
    if (!(s > 0 && std::isfinite(s))) return "a scale is not above 0, or not finite";
  if (to->scales.empty() || scale->dims.size() > 1) return "its scales are not a vector";
  to->stated = zero_point ? zero_point->type : type_of(static_cast<int32_t>(node.integer("output_dtype", 2)));
  const bool bytes = to->stated == nook::DType::kU8, pairs = to->stated == nook::DType::kU16;
  to->type = bytes ? nook::DType::kS8 : pairs ? nook::DType::kS16 : to->stated;
  const std::vector<int64_t> zeros = zero_point ? integers_of(*zero_point) : std::vector<int64_t>{0};
  if (zeros.size() > 1 && zeros.size() != to->scales.size())
    return "it does not have one zero point for each scale";
  const int32_t less = bytes ? 128 : pairs ? 32768 : 0;
  if (std::any_of(zeros.begin(), zeros.end(), [&](int64_t zero) { return zero != zeros[0]; }))
    for (const int64_t zero : zeros) to->zero_points.push_back(static_cast<int32_t>(zero) - less);
  to->zero_point = static_cast<int32_t>(zeros.empty() ? 0 : zeros[0]) - less;
  to->axis = static_cast<int32_t>(node.integer("axis", 1));
  if (to->type != nook::DType::kS8 && to->type != nook::DType::kS16 && to->type != nook::DType::kS32)
    return "its elements are neither of 8, 16 nor 32 bits";
  return {};
}

Constant quantized(const Constant& reals, const QuantizationOf& to) {
  Constant scaled = reals;
  scaled.scales = to.scales, scaled.zero_point = to.zero_point, scaled.axis = to.axis;
  const std::vector<double> values = reals_of(reals);
  std::vector<double> steps(values.size(), 1.0);
  // The scale of each element: the value of 1 without a zero point.
  Constant ones = scaled;
  ones.type = nook::DType::kF32, ones.zero_point = 0;
  ones.data = make_constant(nook::DType::kF32, reals.dims, steps).data;
  const std::vector<double> scales = reals_of(ones);
  for (size_t i = 0; i < values.size(); ++i)
    steps[i] =
        std::nearbyint(static_cast<double>(static_cast<float>(values[i]) / static_cast<float>(scales[i]))) +
        to.zero_point;
  Constant made = make_constant(to.type, reals.dims, steps);
  made.scales = to.scales, made.zero_point = to.zero_point, made.axis = to.axis;
  return made;
}

Constant quantized(const Constant& reals, const Quantization& to) {
  return quantized(reals, QuantizationOf{{to.scale}, to.zero_point, to.type, to.type, 0});
}

Constant signed_numbers(const Constant& constant) {
  Constant made = constant;
  if (constant.type == nook::DType::kU16) {
    std::vector<int64_t> numbers = integers_of(constant);
    for (int64_t& number : numbers) number -= 32768;
    return make_constant(nook::DType::kS16, constant.dims, numbers);
  }
  if (constant.type != nook::DType::kU8) return made;
  made.type = nook::DType::kS8;
  for (std::byte& byte : made.data) byte ^= std::byte{0x80};
  return made;
}

}  // namespace nookc::onnx
