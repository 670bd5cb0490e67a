#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// Element types, with the numbers of the .tflite format plus one (0 is "no tensor").
enum class DType : uint8_t {
  kNone = 0,
  kF32 = 1,
  kF16 = 2,
  kS32 = 3,
  kU8 = 4,
  kS64 = 5,
  kString = 6,
  kBool = 7,
  kS16 = 8,
  kComplex64 = 9,
  kS8 = 10,
  kF64 = 11,
  kComplex128 = 12,
  kU64 = 13,
  kResource = 14,
  kVariant = 15,
  kU32 = 16,
  kU16 = 17,
  kS4 = 18,
};

// Bytes of one element; 0 for types without a fixed whole number of them (kS4, kString, ...).
constexpr int32_t size_of(DType type) {
  switch (type) {
    case DType::kU8:
    case DType::kBool:
    case DType::kS8:
      return 1;
    case DType::kF16:
    case DType::kS16:
    case DType::kU16:
      return 2;
    case DType::kF32:
    case DType::kS32:
    case DType::kU32:
      return 4;
    case DType::kS64:
    case DType::kU64:
    case DType::kF64:
      return 8;
    default:
      return 0;
  }
}

// Bytes of `elements` elements of a type of whole bytes, or of kS4, which packs two into a byte.
constexpr int32_t bytes_of(DType type, int32_t elements) {
  return type == DType::kS4 ? elements / 2 + elements % 2 : elements * size_of(type);
}

constexpr int kMaxRank = 6;

// The alignment in bytes of every buffer and every stored constant: the widest load of any kernel.
constexpr int32_t kBufferAlignment = 16;

// Dimensions, outermost first. Code that makes a Shape from a model checks that no dimension is negative and
// that elements() times the largest element fits an int32_t.
struct Shape {
  int32_t dim[kMaxRank] = {};
  uint8_t rank = 0;

  constexpr int32_t elements() const {
    int32_t n = 1;
    for (int i = 0; i < rank; ++i) n *= dim[i];
    return n;
  }
  // dim[i] counted from the innermost: back(0) is the channels of an image. 1 beyond the rank.
  constexpr int32_t back(int i) const { return i < rank ? dim[rank - 1 - i] : 1; }
};

constexpr bool operator==(const Shape& a, const Shape& b) {
  if (a.rank != b.rank) return false;
  for (int i = 0; i < a.rank; ++i)
    if (a.dim[i] != b.dim[i]) return false;
  return true;
}
constexpr bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

// The properties of a tensor, before it is assigned memory.
struct TensorInfo {
  DType type = DType::kNone;  // kNone: a missing optional operand
  Shape shape;
  int32_t zero_point = 0;      // real = scale * (q - zero_point); common to all channels
  int32_t channel_axis = 0;    // the dimension to which `scales` refers if there are several
  Span<const float> scales;    // empty: not quantized; one: per tensor; else one per channel, each > 0
  const void* data = nullptr;  // constants only; borrowed from the model, aligned to 4 bytes
  bool variable = false;       // keeps its value from one inference to the next

  constexpr int32_t bytes() const { return bytes_of(type, shape.elements()); }
  constexpr bool present() const { return type != DType::kNone; }
  constexpr bool per_tensor() const { return scales.size() == 1; }
  constexpr float scale() const { return scales[0]; }  // for a tensor quantized per tensor
};

}  // namespace nook
