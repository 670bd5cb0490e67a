// Values and names as C code, independent of the locale.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Literals with exactly this value. Infinities and NaN are INFINITY, NAN of <math.h>.
std::string c_literal(float value);
std::string c_literal(double value);
std::string c_literal(int64_t value);
inline std::string c_literal(int32_t value) { return c_literal(int64_t{value}); }

// "0x0badc0deu"
std::string c_hex(uint32_t value);

// A quoted string literal that preserves any bytes, including trigraphs.
std::string c_string(std::string_view text);

// Printable ASCII that can neither end nor nest a comment.
std::string c_comment(std::string_view text);

// "{1, 49, 10, 1}"; "{1}" for a scalar, as C has no empty initializers.
std::string c_shape(const nook::Shape& shape);

// "  1, 2, 3,\n  4, 5\n": the elements of a constant, wrapped.
std::string c_elements(nook::DType type, const Bytes& bytes);

// Whether c_elements() needs <math.h>.
bool needs_math(nook::DType type, const Bytes& bytes);

// Collects ", "-separated items into lines of at most 110 columns.
class Wrapped {
 public:
  void add(std::string_view item);
  std::string str() const { return text_.empty() ? text_ : text_ + "\n"; }

 private:
  std::string text_;
  size_t column_ = 0;
};

}  // namespace nookc
