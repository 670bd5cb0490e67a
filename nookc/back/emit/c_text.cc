#include "nookc/back/emit/c_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "nookc/core/dtype.h"

namespace nookc {
namespace {

constexpr size_t kColumns = 110;

template <class T>
T load_value(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The shortest decimal that parses back to the same value.
template <class Float>
std::string real(Float value, const char* suffix) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + suffix;
}

template <class T>
std::string elements(const Bytes& bytes) {
  Wrapped out;
  for (size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    const T value = load_value<T>(bytes.data() + i);
    if constexpr (std::is_floating_point_v<T>) {
      out.add(c_literal(value));
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      out.add(std::to_string(value) + "u");
    } else if constexpr (std::is_same_v<T, uint32_t>) {
      out.add(std::to_string(value) + "u");
    } else {
      out.add(c_literal(static_cast<int64_t>(value)));
    }
  }
  return out.str();
}

}  // namespace

void Wrapped::add(std::string_view item) {
  if (text_.empty()) {
    text_ = "  ";
    column_ = 2;
  } else if (column_ + 2 + item.size() + 1 > kColumns) {
    text_ += ",\n  ";
    column_ = 2;
  } else {
    text_ += ", ";
    column_ += 2;
  }
  text_ += item;
  column_ += item.size();
}

std::string c_literal(float value) { return real(value, "f"); }
std::string c_literal(double value) { return real(value, ""); }

std::string c_literal(int64_t value) {
  // C has no literal for the minima: -2147483648 is a negated number that does not fit an int.
  if (value == std::numeric_limits<int32_t>::min()) return "INT32_MIN";
  if (value == std::numeric_limits<int64_t>::min()) return "INT64_MIN";
  return std::to_string(value);
}

std::string c_hex(uint32_t value) {
  char text[16];
  snprintf(text, sizeof text, "0x%08xu", static_cast<unsigned>(value));
  return text;
}

std::string c_string(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)),
                            static_cast<char>('0' + (byte >> 3 & 7)), static_cast<char>('0' + (byte & 7))};
      quoted.append(octal, 4);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string c_comment(std::string_view text) {
  std::string safe;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const char before = safe.empty() ? ' ' : safe.back();
    const bool mark = (before == '*' && c == '/') || (before == '/' && (c == '*' || c == '/'));
    const bool trigraph = before == '?' && c == '?';
    safe += byte < 0x20 || byte >= 0x7f || mark || trigraph || c == '\\' ? '_' : c;
  }
  // The comment continues after the text, which must not form its end or a nested start.
  if (!safe.empty() && (safe.back() == '*' || safe.back() == '/')) safe += ' ';
  return safe;
}

std::string c_shape(const nook::Shape& shape) {
  std::string text = "{";
  for (int i = 0; i < shape.rank; ++i) text += (i ? ", " : "") + std::to_string(shape.dim[i]);
  return text + (shape.rank == 0 ? "1}" : "}");
}

std::string c_elements(nook::DType type, const Bytes& bytes) {
  return with_c_type(type, [&](auto kind) { return elements<decltype(kind)>(bytes); });
}

bool needs_math(nook::DType type, const Bytes& bytes) {
  if (type == nook::DType::kF32) {
    for (size_t i = 0; i + 4 <= bytes.size(); i += 4)
      if (!std::isfinite(load_value<float>(bytes.data() + i))) return true;
  } else if (type == nook::DType::kF64) {
    for (size_t i = 0; i + 8 <= bytes.size(); i += 8)
      if (!std::isfinite(load_value<double>(bytes.data() + i))) return true;
  }
  return false;
}

}  // namespace nookc
