#include "nookc/front/data/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "nookc/core/dtype.h"
#include "nookc/front/data/array.h"

namespace nookc {
namespace {

void put(nook::DType type, double value, std::byte* to) {
  with_c_type(type, [&](auto kind) {
    const auto element = static_cast<decltype(kind)>(value);
    std::memcpy(to, &element, sizeof element);
  });
}

struct Limits {
  double least, most;
};

// The extremes of a type's elements, as the nearest doubles that it can hold.
Limits limits_of(nook::DType type) {
  if (type == nook::DType::kBool) return {0, 1};
  if (type == nook::DType::kS4) return {-8, 7};
  return with_c_type(type, [](auto kind) -> Limits {
    using T = std::numeric_limits<decltype(kind)>;
    const auto most = static_cast<double>(T::max());
    const bool rounded_up = T::is_integer && T::digits > std::numeric_limits<double>::digits;
    return {static_cast<double>(T::lowest()), rounded_up ? std::nextafter(most, 0) : most};
  });
}

}  // namespace

bool quantized(const Tensor& tensor) { return !tensor.scales.empty() && tensor.type != nook::DType::kF32; }

bool put_real(const Tensor& to, double value, std::byte* at) {
  if (!std::isfinite(value)) return false;
  const Limits limits = limits_of(to.type);
  if (quantized(to))
    value = std::clamp(std::round(value / double{to.scales[0]}) + to.zero_point, limits.least, limits.most);
  if (value < limits.least || value > limits.most) return false;
  if (to.type != nook::DType::kF32 && value != std::round(value)) return false;
  put(to.type, value, at);
  return true;
}

std::vector<double> real_values(const Tensor& tensor, const Bytes& bytes) {
  std::vector<double> values(bytes.size() / static_cast<size_t>(nook::size_of(tensor.type)));
  const double scale = quantized(tensor) ? double{tensor.scales[0]} : 1;
  const double zero = quantized(tensor) ? tensor.zero_point : 0;
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = scale * (number_at(tensor.type, bytes.data(), static_cast<int64_t>(i)) - zero);
  return values;
}

ValueRange value_range(const Tensor& tensor) {
  if (!quantized(tensor)) return {};
  const Limits limits = limits_of(tensor.type);
  const double scale = double{tensor.scales[0]};
  return {scale * (limits.least - tensor.zero_point), scale * (limits.most - tensor.zero_point)};
}

Bytes converted_elements(const Tensor& from, const Bytes& bytes, const Tensor& to) {
  const std::vector<double> values = real_values(from, bytes);
  const size_t size = static_cast<size_t>(nook::size_of(to.type));
  Bytes elements(values.size() * size);
  const ValueRange range = value_range(to);
  for (size_t i = 0; i < values.size(); ++i) {
    const bool infinite = std::isinf(values[i]);
    if (infinite && to.type == nook::DType::kF32)
      put(to.type, values[i], elements.data() + i * size);
    else if (!put_real(to, infinite ? std::clamp(values[i], range.low, range.high) : values[i],
                       elements.data() + i * size))
      return {};
  }
  return elements;
}

}  // namespace nookc
