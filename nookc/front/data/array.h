// Arrays of numbers as read from files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nook/core/tensor.h"

namespace nookc {

// Elements in C order (last dimension fastest), little-endian.
struct Array {
  nook::DType type = nook::DType::kNone;
  std::vector<int64_t> shape;  // empty: a single element
  std::vector<std::byte> bytes;

  int64_t elements() const;
  double at(int64_t i) const;
};

// Element `i` of `bytes`. `type` must be numeric: not kNone, strings, complex numbers or 4-bit integers.
double number_at(nook::DType type, const std::byte* bytes, int64_t i);

// "[1000, 96, 96, 3]"
std::string shape_text(std::span<const int64_t> shape);

}  // namespace nookc
