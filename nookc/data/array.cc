#include "nookc/data/array.h"

#include <cstring>

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
  switch (type) {
    case nook::DType::kF32:
      return static_cast<double>(load<float>(bytes, i));
    case nook::DType::kF16:
      return static_cast<double>(half_value(load<uint16_t>(bytes, i)));
    case nook::DType::kF64:
      return load<double>(bytes, i);
    case nook::DType::kS8:
      return load<int8_t>(bytes, i);
    case nook::DType::kS16:
      return load<int16_t>(bytes, i);
    case nook::DType::kU16:
      return load<uint16_t>(bytes, i);
    case nook::DType::kS32:
      return load<int32_t>(bytes, i);
    case nook::DType::kU32:
      return load<uint32_t>(bytes, i);
    case nook::DType::kS64:
      return static_cast<double>(load<int64_t>(bytes, i));
    case nook::DType::kU64:
      return static_cast<double>(load<uint64_t>(bytes, i));
    default:
      return load<uint8_t>(bytes, i);
  }
}

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace nookc
