// Numbers as files hold them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/data/npy.h"

namespace nookc {

enum class Number : uint8_t { kBool, kS8, kU8, kS16, kU16, kS32, kU32, kS64, kU64, kF16, kF32, kF64 };

// "float32", as numpy writes it.
std::string number_name(Number type);
std::optional<Number> find_number(const std::string& name);
size_t number_bytes(Number type);

// A dense array, the last dimension innermost.
struct Array {
  Number type = Number::kF32;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes;  // little-endian

  int64_t elements() const;
  double at(int64_t i) const;
};

Array array_of(NumpyArray&& numpy);

// The numbers at `bytes`, little-endian.
double number_at(Number type, const std::byte* bytes, int64_t i);

// "[1000,96,96,3]"
std::string shape_text(std::span<const int64_t> shape);

}  // namespace nookc
