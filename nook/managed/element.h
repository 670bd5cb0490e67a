#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook::managed {

// The element types, with the names of the design.
enum ttype : uint8_t { i8, u8, i16, u16, i32, u32, flt };

// Elements are 1 << log2_size(type) bytes.
constexpr uint32_t log2_size(ttype type) { return type <= u8 ? 0 : type <= u16 ? 1 : 2; }

namespace detail {

template <bool is_signed, size_t bytes>
struct TypeOf;
template <>
struct TypeOf<true, 1> {
  static constexpr ttype value = i8;
};
template <>
struct TypeOf<false, 1> {
  static constexpr ttype value = u8;
};
template <>
struct TypeOf<true, 2> {
  static constexpr ttype value = i16;
};
template <>
struct TypeOf<false, 2> {
  static constexpr ttype value = u16;
};
template <>
struct TypeOf<true, 4> {
  static constexpr ttype value = i32;
};
template <>
struct TypeOf<false, 4> {
  static constexpr ttype value = u32;
};

}  // namespace detail

// The element type of a number of type V, by sign and size: both `int` and `long` are int32_t somewhere.
template <class V>
inline constexpr ttype type_of = detail::TypeOf<(V(-1) < V(0)), sizeof(V)>::value;
template <>
inline constexpr ttype type_of<float> = flt;

// Rounds towards 0 and saturates to `bits` bits beside the sign, as two's complement; 0 for NaN. In C++
// conversions out of range are undefined.
constexpr uint32_t saturated(float value, uint32_t bits, bool is_signed) {
  const uint32_t most = UINT32_MAX >> (32 - bits);
  const float end = static_cast<float>((most >> 1) + 1) * 2;  // 2^bits
  if (value >= end) return most;
  if (is_signed && value <= -end) return ~most;
  if (is_signed && value < 0) return static_cast<uint32_t>(static_cast<int32_t>(value));
  return value > 0 ? static_cast<uint32_t>(value) : 0;
}

}  // namespace nook::managed
