#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook::managed {

// The element types.
enum ttype : uint8_t { i8, u8, i16, u16, i32, u32, flt };

// Elements have 1 << log2_size(type) bytes.
constexpr uint32_t log2_size(ttype type) { return type <= u8 ? 0 : type <= u16 ? 1 : 2; }

// The element type of a number of type V, by sign and size: on some targets int32_t is `int`, on others
// `long`.
template <class V>
constexpr ttype integer_type() {
  static_assert(sizeof(V) == 1 || sizeof(V) == 2 || sizeof(V) == 4, "no element type has this size");
  constexpr bool is_signed = V(-1) < V(0);
  if (sizeof(V) == 1) return is_signed ? i8 : u8;
  if (sizeof(V) == 2) return is_signed ? i16 : u16;
  return is_signed ? i32 : u32;
}
template <class V>
inline constexpr ttype type_of = integer_type<V>();
template <>
inline constexpr ttype type_of<float> = flt;

// Rounds towards 0 and saturates to `bits` bits plus sign, in two's complement; 0 for NaN. C++ leaves
// conversions out of range undefined.
constexpr uint32_t saturated(float value, uint32_t bits, bool is_signed) {
  const uint32_t most = UINT32_MAX >> (32 - bits);
  const float end = static_cast<float>((most >> 1) + 1) * 2;  // 2^bits
  if (value >= end) return most;
  if (is_signed && value <= -end) return ~most;
  if (is_signed && value < 0) return static_cast<uint32_t>(static_cast<int32_t>(value));
  return value > 0 ? static_cast<uint32_t>(value) : 0;
}

}  // namespace nook::managed
