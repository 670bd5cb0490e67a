// Compares tensors with their expected values.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "nook/core/tensor.h"

namespace nookc {

// A float may differ from its reference by kRelative times the reference, plus kOfLargest times the largest
// value of the tensor: if large terms cancel, the remainder has their rounding errors.
constexpr double kRelative = 1e-5, kOfLargest = 1e-6;

struct Comparison {
  int64_t elements = 0;
  int64_t differing = 0;  // elements beyond the tolerance, which is 0 for integers
  int64_t first = -1;     // index of the first of them
  // Over all elements, for integers in steps; infinite if only one of the two is a number.
  double max_difference = 0;
  bool same() const { return differing == 0; }
};

// Both hold whole elements of `type`, in equal numbers.
Comparison compare(nook::DType type, std::span<const std::byte> have, std::span<const std::byte> want);

// FNV-1a, 64 bits.
uint64_t fnv1a64(std::span<const std::byte> bytes);

}  // namespace nookc
