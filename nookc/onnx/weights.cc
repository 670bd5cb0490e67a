#include "nookc/onnx/weights.h"

#include <algorithm>
#include <cmath>

namespace nookc::onnx {
namespace {

// Symmetric int8 with one scale or one for each unit, without changing what any weight stands for.
bool symmetric(Constant* w, int32_t axis) {
  if (w->scales.empty() || (w->scales.size() > 1 && w->axis != axis)) return false;
  if (w->type != nook::DType::kS8) return false;
  if (w->zero_point == 0) return true;
  std::vector<int64_t> all = integers_of(*w);
  for (int64_t& number : all) {
    number -= w->zero_point;
    if (number < -128 || number > 127) return false;
  }
  w->data = make_constant(nook::DType::kS8, w->dims, all).data;
  w->zero_point = 0;
  return true;
}

// The bias in units of input scale times weight scale, which is what int32 sums are in.
bool integer_bias(const Constant& reals, const Constant& w, float input_scale, Constant* to) {
  std::vector<double> numbers = reals_of(reals);
  std::vector<float> scales;
  for (const float scale : w.scales) scales.push_back(scale * input_scale);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = std::nearbyint(numbers[i] / static_cast<double>(scales[scales.size() == 1 ? 0 : i]));
    if (!(std::fabs(numbers[i]) <= 2147483647.0)) return false;
  }
  *to = make_constant(nook::DType::kS32, {static_cast<int64_t>(numbers.size())}, numbers);
  to->scales = scales, to->axis = 0;
  return true;
}

}  // namespace

std::string read_weights(Mapper& m, size_t w, size_t b, int32_t axis, Weights* to) {
  const ConstantPtr weights = m.constant(w), bias = m.constant(b);
  if (!weights) return "its weights are computed when the model runs";
  if (m.given(b) && !bias) return "its bias is computed when the model runs";
  if (weights->dims.size() <= static_cast<size_t>(axis)) return "its weights have too few dimensions";
  const size_t units = static_cast<size_t>(weights->dims[static_cast<size_t>(axis)]);
  to->weights = *weights;
  if (m.integer()) {
    Constant of_bias;
    const float scale = m.quantization_of(m.raw(0)).scale;
    bool fits = m.quantization().type == nook::DType::kS8 && symmetric(&to->weights, axis) &&
                (to->weights.scales.size() == 1 || to->weights.scales.size() == units);
    if (fits && bias) fits = bias->size() == units && integer_bias(*bias, to->weights, scale, &of_bias);
    if (fits) {
      if (bias) to->bias = shared(std::move(of_bias));
      return {};
    }
    m.compute_in_float();
    to->weights = *weights;
  }
  if (!to->weights.scales.empty()) to->weights = as_float(to->weights);
  if (to->weights.type != nook::DType::kF32) return "its weights are not float32";
  if (bias) {
    Constant reals = as_float(*bias);
    reals.dims = {static_cast<int64_t>(reals.size())};
    to->bias = shared(std::move(reals));
  }
  return {};
}

}  // namespace nookc::onnx
