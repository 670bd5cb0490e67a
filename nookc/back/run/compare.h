// Compares tensors with their expected values.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "nook/core/tensor.h"

namespace nookc {

// A float may differ from its reference by kRelative times the reference, plus kOfLargest times the largest
// value of the tensor: if large terms cancel, the remainder carries their rounding.
constexpr double kRelative = 1e-5, kOfLargest = 1e-6;

struct Comparison {
  int64_t elements = 0;
  int64_t differing = 0;      // beyond the tolerance; integers have none
  int64_t first = -1;         // index of the first of them
  double max_difference = 0;  // of all elements, of integers in steps; infinite where only one is a number
  bool same() const { return differing == 0; }
};

// Both hold whole elements of `type`, equally many.
Comparison compare(nook::DType type, std::span<const std::byte> have, std::span<const std::byte> want);

// FNV-1a, 64 bits.
uint64_t fnv1a64(std::span<const std::byte> bytes);

}  // namespace nookc
