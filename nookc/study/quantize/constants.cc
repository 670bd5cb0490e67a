#include "nookc/study/quantize/constants.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

namespace nookc {
namespace {

constexpr double kLeastRange = 1e-30;  // smaller ranges count as all zeros
constexpr double kLargestSum = 2147483647, kLargestWideSum = 0x1p46;

template <class T>
void put(Bytes& to, size_t i, T value) {
  std::memcpy(to.data() + i * sizeof(T), &value, sizeof(T));
}

// The tensor with integer elements.
Tensor integer(const Tensor& from, nook::DType type, Bytes bytes, std::vector<float> scales, int axis) {
  Tensor to = from;
  to.type = type;
  to.scales = std::move(scales);
  to.zero_point = 0;
  to.channel_axis = to.scales.size() > 1 ? std::max(0, axis) : 0;
  to.data = std::make_shared<const Bytes>(std::move(bytes));
  to.source = -1;
  return to;
}

// The number of elements per step along an axis: element i belongs to channel i / inner % size.
size_t inner_of(const nook::Shape& shape, int axis) {
  size_t inner = 1;
  for (int d = axis + 1; d < shape.rank; ++d) inner *= static_cast<size_t>(shape.dim[d]);
  return inner;
}

// The largest magnitude of each channel, or of all weights.
std::vector<float> magnitudes(const Tensor& weights, int axis) {
  const std::vector<float> values = floats(weights);
  const size_t channels = axis < 0 ? 1 : static_cast<size_t>(weights.shape.dim[axis]);
  const size_t inner = axis < 0 ? 1 : inner_of(weights.shape, axis);
  std::vector<float> most(channels, 0);
  for (size_t i = 0; i < values.size(); ++i) {
    float& m = most[i / inner % channels];
    m = std::max(m, std::abs(values[i]));
  }
  return most;
}

float largest_of(int bits) { return static_cast<float>((1 << (bits - 1)) - 1); }

// Two values per byte, the first in the lower half.
Bytes halves(const std::vector<int8_t>& values) {
  Bytes bytes((values.size() + 1) / 2);
  for (size_t i = 0; i < values.size(); ++i)
    bytes[i / 2] |= static_cast<std::byte>((values[i] & 15) << (i % 2 * 4));
  return bytes;
}

}  // namespace

nook::DType type_of(Precision precision) {
  return precision == Precision::kInt8    ? nook::DType::kS8
         : precision == Precision::kInt16 ? nook::DType::kS16
                                          : nook::DType::kF32;
}

Affine affine_of(const Range& range, Precision precision) {
  const double low = std::min(0.0, range.low), high = std::max(0.0, range.high);
  if (high - low <= kLeastRange) return {1.0f, 0};
  if (precision == Precision::kInt16) return {static_cast<float>(std::max(-low, high) / 32767), 0};
  const double scale = (high - low) / 255;
  // Computed from the end of the range whose sum is more exact.
  const double from_low = -128 - low / scale, from_high = 127 - high / scale;
  const double zero = 128 - low / scale < 127 + high / scale ? from_low : from_high;
  return {static_cast<float>(scale), static_cast<int32_t>(std::clamp(std::round(zero), -128.0, 127.0))};
}

std::vector<float> floats(const Tensor& constant) {
  std::vector<float> values(static_cast<size_t>(constant.shape.elements()));
  std::memcpy(values.data(), constant.data->data(), values.size() * sizeof(float));
  return values;
}

Range range_of(const Tensor& constant) {
  Range range;
  for (float v : floats(constant))
    if (std::isfinite(v)) range.add(v, v);
  return range;
}

bool has_nan(const Tensor& constant) {
  return std::ranges::any_of(floats(constant), [](float v) { return std::isnan(v); });
}

bool has_infinity(const Tensor& constant) {
  return std::ranges::any_of(floats(constant), [](float v) { return std::isinf(v); });
}

std::vector<float> weight_scales(const Tensor& weights, int axis, int bits, float input_scale) {
  std::vector<float> scales = magnitudes(weights, axis);
  for (float& s : scales) {
    s /= largest_of(bits);
    if (s < FLT_MIN || s * input_scale < FLT_MIN) s = 1.0f;
  }
  return scales;
}

void widen_for_bias(const Tensor& bias, float input_scale, Precision precision, std::vector<float>& scales) {
  const double largest = precision == Precision::kInt16 ? kLargestWideSum : kLargestSum;
  const std::vector<float> values = floats(bias);
  for (size_t i = 0; i < values.size(); ++i) {
    float& scale = scales[scales.size() > 1 ? i : 0];
    if (std::abs(values[i]) > 0.5f * input_scale * scale * static_cast<float>(largest))
      scale = static_cast<float>(2.0 * std::abs(values[i]) / (double{input_scale} * largest));
  }
}

Tensor quantized_weights(const Tensor& weights, const std::vector<float>& scales, int axis, int bits) {
  const std::vector<float> values = floats(weights), most = magnitudes(weights, axis);
  const size_t inner = axis < 0 ? 1 : inner_of(weights.shape, axis);
  const float largest = largest_of(bits);
  // TensorFlow Lite's converter multiplies by the reciprocal of the scale, computed as largest / most; one in
  // ten thousand differs from 1 / scale.
  std::vector<float> per_unit(scales.size());
  for (size_t c = 0; c < scales.size(); ++c)
    per_unit[c] = most[c] / largest == scales[c] ? largest / most[c] : 1.0f / scales[c];
  std::vector<int8_t> q(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const float scaled = std::round(values[i] * per_unit[scales.size() > 1 ? i / inner % scales.size() : 0]);
    q[i] = static_cast<int8_t>(std::clamp(scaled, -largest, largest));
  }
  Bytes bytes(q.size());
  if (bits == 4)
    bytes = halves(q);
  else
    std::memcpy(bytes.data(), q.data(), q.size());
  return integer(weights, bits == 4 ? nook::DType::kS4 : nook::DType::kS8, std::move(bytes), scales, axis);
}

Tensor quantized_weights16(const Tensor& weights, float scale) {
  const std::vector<float> values = floats(weights);
  const float per_unit = 1.0f / scale;
  Bytes bytes(values.size() * 2);
  for (size_t i = 0; i < values.size(); ++i)
    put(bytes, i, static_cast<int16_t>(std::clamp(std::round(values[i] * per_unit), -32767.0f, 32767.0f)));
  return integer(weights, nook::DType::kS16, std::move(bytes), {scale}, 0);
}

Tensor quantized_bias(const Tensor& bias, float input_scale, const std::vector<float>& scales,
                      Precision precision) {
  const std::vector<float> values = floats(bias);
  std::vector<float> products;
  for (float s : scales) products.push_back(input_scale * s);
  const bool wide = precision == Precision::kInt16;
  Bytes bytes(values.size() * (wide ? 8 : 4));
  for (size_t i = 0; i < values.size(); ++i) {
    const float scale = products[products.size() > 1 ? i : 0];
    if (wide) {
      const double q = std::round(double{values[i]} / double{scale});
      put(bytes, i, static_cast<int64_t>(std::clamp(q, -9e18, 9e18)));
    } else {
      const double q = std::round(values[i] * (1.0f / scale));
      put(bytes, i, static_cast<int32_t>(std::clamp(q, -2147483648.0, 2147483647.0)));
    }
  }
  return integer(bias, wide ? nook::DType::kS64 : nook::DType::kS32, std::move(bytes), std::move(products),
                 0);
}

Tensor quantized_constant(const Tensor& constant, const Affine& affine, Precision precision) {
  const std::vector<float> values = floats(constant);
  const bool wide = precision == Precision::kInt16;
  Bytes bytes(values.size() * (wide ? 2 : 1));
  for (size_t i = 0; i < values.size(); ++i) {
    const double q = std::round(double{values[i]} / double{affine.scale}) + affine.zero;
    if (wide)
      put(bytes, i, static_cast<int16_t>(std::clamp(q, -32768.0, 32767.0)));
    else
      put(bytes, i, static_cast<int8_t>(std::clamp(q, -128.0, 127.0)));
  }
  Tensor to = integer(constant, type_of(precision), std::move(bytes), {affine.scale}, 0);
  to.zero_point = affine.zero;
  return to;
}

}  // namespace nookc
