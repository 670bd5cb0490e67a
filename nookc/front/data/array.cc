#include "nookc/front/data/array.h"

#include <cstring>

#include "nookc/core/dtype.h"
#include "nookc/core/half.h"

namespace nookc {
namespace {

template <class T>
T load(const std::byte* from, int64_t i) {
  T value;
  std::memcpy(&value, from + static_cast<size_t>(i) * sizeof value, sizeof value);
  return value;
}

}  // namespace

int64_t Array::elements() const { return static_cast<int64_t>(bytes.size()) / nook::size_of(type); }
double Array::at(int64_t i) const { return number_at(type, bytes.data(), i); }

double number_at(nook::DType type, const std::byte* bytes, int64_t i) {
  if (type == nook::DType::kF16) return static_cast<double>(half_value(load<uint16_t>(bytes, i)));
  return with_c_type(type, [&](auto kind) { return static_cast<double>(load<decltype(kind)>(bytes, i)); });
}

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace nookc
