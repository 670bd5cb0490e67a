#include "nookc/quantize/array.h"

#include <cstring>

#include "nookc/core/half.h"

namespace nookc {
namespace {

struct Kind {
  Number type;
  const char* name;
  size_t bytes;
};

constexpr Kind kKinds[] = {
    {Number::kBool, "bool", 1},   {Number::kS8, "int8", 1},     {Number::kU8, "uint8", 1},
    {Number::kS16, "int16", 2},   {Number::kU16, "uint16", 2},  {Number::kS32, "int32", 4},
    {Number::kU32, "uint32", 4},  {Number::kS64, "int64", 8},   {Number::kU64, "uint64", 8},
    {Number::kF16, "float16", 2}, {Number::kF32, "float32", 4}, {Number::kF64, "float64", 8},
};

template <class T>
double load(const std::byte* from, int64_t i) {
  T value;
  std::memcpy(&value, from + static_cast<size_t>(i) * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

Number number_of(nook::DType type) {
  switch (type) {
    case nook::DType::kBool:
      return Number::kBool;
    case nook::DType::kS8:
      return Number::kS8;
    case nook::DType::kU8:
      return Number::kU8;
    case nook::DType::kS16:
      return Number::kS16;
    case nook::DType::kU16:
      return Number::kU16;
    case nook::DType::kS32:
      return Number::kS32;
    case nook::DType::kU32:
      return Number::kU32;
    case nook::DType::kS64:
      return Number::kS64;
    case nook::DType::kU64:
      return Number::kU64;
    case nook::DType::kF16:
      return Number::kF16;
    case nook::DType::kF64:
      return Number::kF64;
    default:
      return Number::kF32;
  }
}

}  // namespace

std::string number_name(Number type) { return kKinds[static_cast<size_t>(type)].name; }
size_t number_bytes(Number type) { return kKinds[static_cast<size_t>(type)].bytes; }

std::optional<Number> find_number(const std::string& name) {
  for (const Kind& kind : kKinds)
    if (name == kind.name) return kind.type;
  return std::nullopt;
}

double number_at(Number type, const std::byte* bytes, int64_t i) {
  switch (type) {
    case Number::kBool:
      return load<uint8_t>(bytes, i) != 0;
    case Number::kS8:
      return load<int8_t>(bytes, i);
    case Number::kU8:
      return load<uint8_t>(bytes, i);
    case Number::kS16:
      return load<int16_t>(bytes, i);
    case Number::kU16:
      return load<uint16_t>(bytes, i);
    case Number::kS32:
      return load<int32_t>(bytes, i);
    case Number::kU32:
      return load<uint32_t>(bytes, i);
    case Number::kS64:
      return load<int64_t>(bytes, i);
    case Number::kU64:
      return load<uint64_t>(bytes, i);
    case Number::kF16:
      return half_value(static_cast<uint16_t>(load<uint16_t>(bytes, i)));
    case Number::kF32:
      return load<float>(bytes, i);
    case Number::kF64:
      return load<double>(bytes, i);
  }
  return 0;
}

Array array_of(NumpyArray&& numpy) {
  return {number_of(numpy.type), std::move(numpy.shape), std::move(numpy.bytes)};
}

int64_t Array::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

double Array::at(int64_t i) const { return number_at(type, bytes.data(), i); }

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

}  // namespace nookc
