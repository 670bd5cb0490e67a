#include "nookc/front/onnx/layer_weights.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "nookc/front/onnx/narrow_weights.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

// The channels of a group: element i belongs to channel i / inner % count.
struct Channels {
  int64_t inner = 1, count = 1;
  Channels(const Dims& dims, int32_t axis) : count(dims[static_cast<size_t>(axis)]) {
    for (size_t i = static_cast<size_t>(axis) + 1; i < dims.size(); ++i) inner *= dims[i];
  }
  int64_t of(size_t i) const { return static_cast<int64_t>(i) / inner % count; }
};

// Appends the channels `some` of `all` to the channels of `w`.
std::vector<int64_t> followed(const std::vector<int64_t>& w, const std::vector<int64_t>& all,
                              const Channels& c, const std::vector<int64_t>& some, int64_t have) {
  std::vector<int64_t> made;
  const int64_t outer = static_cast<int64_t>(all.size()) / (c.inner * c.count);
  for (int64_t o = 0; o < outer; ++o) {
    made.insert(made.end(), w.begin() + o * have * c.inner, w.begin() + (o + 1) * have * c.inner);
    for (const int64_t k : some) {
      const auto from = all.begin() + (o * c.count + k) * c.inner;
      made.insert(made.end(), from, from + c.inner);
    }
  }
  return made;
}

// Converts weights to symmetric int8 with one scale, or one per unit, without changing the value of any
// weight: a remainder that does not fit becomes the weight of a channel that is read again.
bool symmetric(Constant* w, int32_t axis, std::vector<int64_t>* again) {
  constexpr int64_t kMost = 127;
  if (w->scales.empty() || (w->scales.size() > 1 && w->axis != axis)) return false;
  if ((w->type != nook::DType::kS8 && w->type != nook::DType::kS32) || w->dims.size() < 2) return false;
  const int32_t channel_axis = 1 - axis;
  const Channels channels(w->dims, channel_axis);
  std::vector<int64_t> rest = integers_of(*w), all;
  for (int64_t& number : rest) {
    number -= w->zero_point;
    if (number < -255 || number > 255) return false;
    // -128 is a valid int8 and common in trained weights.
    all.push_back(number == -128 ? number : std::clamp(number, -kMost, kMost));
    number -= all.back();
  }
  int64_t have = channels.count;
  while (std::ranges::any_of(rest, [](int64_t number) { return number != 0; })) {
    std::set<int64_t> beyond;
    for (size_t i = 0; i < rest.size(); ++i)
      if (rest[i] != 0) beyond.insert(channels.of(i));
    std::vector<int64_t> part, next;
    for (const int64_t number : rest) {
      part.push_back(std::clamp(number, -kMost, kMost));
      next.push_back(number - part.back());
    }
    const std::vector<int64_t> some(beyond.begin(), beyond.end());
    all = followed(all, part, channels, some, have);
    have += static_cast<int64_t>(some.size());
    again->insert(again->end(), some.begin(), some.end());
    rest = next;
  }
  w->dims[static_cast<size_t>(channel_axis)] = have;
  w->data = make_constant(nook::DType::kS8, w->dims, all).data;
  w->type = nook::DType::kS8, w->zero_point = 0;
  return true;
}

// The bias in units of input scale times weight scale, the unit of the int32 sums.
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
    bool fits = m.quantization().type == nook::DType::kS8 && symmetric(&to->weights, axis, &to->again) &&
                (to->weights.scales.size() == 1 || to->weights.scales.size() == units);
    if (fits && bias) fits = bias->size() == units && integer_bias(*bias, to->weights, scale, &of_bias);
    if (fits) {
      if (bias) to->bias = shared(std::move(of_bias));
      return {};
    }
    m.compute_in_float();
    to->weights = *weights, to->again.clear();
  }
  const bool narrow = can_stay_narrow(to->weights, axis);
  if (!to->weights.scales.empty() && !narrow) to->weights = as_float(to->weights);
  if (to->weights.type != nook::DType::kF32 && !narrow) return "its weights are not float32";
  if (bias) {
    Constant reals = as_float(*bias);
    reals.dims = {static_cast<int64_t>(reals.size())};
    to->bias = shared(std::move(reals));
  }
  return {};
}

Value with_again(Mapper& m, const Value& x, int64_t axis, int64_t groups, const Weights& weights) {
  if (weights.again.empty()) return x;
  const int64_t each = x.shape[static_cast<size_t>(axis)] / groups;
  std::vector<int64_t> channels;
  for (int64_t g = 0; g < groups; ++g) {
    for (int64_t c = 0; c < each; ++c) channels.push_back(g * each + c);
    for (const int64_t c : weights.again) channels.push_back(g * each + c);
  }
  return gather(m, x, axis, channels);
}

}  // namespace nookc::onnx
