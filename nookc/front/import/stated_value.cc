#include "nookc/front/import/stated_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr size_t kMostBytes = size_t{1} << 24;  // one number for all elements of an input: bounded work

template <class T>
bool read(const std::string& text, T* to) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, *to);
  return error == std::errc() && at == end;
}

template <class T>
bool integer(const std::string& text, std::byte* to) {
  T value{};
  if (!read(text, &value)) return false;
  std::memcpy(to, &value, sizeof value);
  return true;
}

bool truth(const std::string& text, std::byte* to) {
  if (text != "true" && text != "1" && text != "false" && text != "0") return false;
  *to = std::byte{text == "true" || text == "1"};
  return true;
}

bool real(const std::string& text, std::byte* to) {
  char* end = nullptr;
  const float value = std::strtof(text.c_str(), &end);
  if (text.empty() || *end != 0 || !std::isfinite(value)) return false;
  std::memcpy(to, &value, sizeof value);
  return true;
}

// Writes one element; false: the text is not a value of that type.
bool write(const std::string& text, nook::DType type, std::byte* to) {
  switch (type) {
    case nook::DType::kF32:
      return real(text, to);
    case nook::DType::kBool:
      return truth(text, to);
    case nook::DType::kS8:
      return integer<int8_t>(text, to);
    case nook::DType::kU8:
      return integer<uint8_t>(text, to);
    case nook::DType::kS16:
      return integer<int16_t>(text, to);
    case nook::DType::kS32:
      return integer<int32_t>(text, to);
    case nook::DType::kS64:
      return integer<int64_t>(text, to);
    default:
      return false;
  }
}

}  // namespace

Bytes stated_value(const std::vector<std::string>& numbers, nook::DType type, int32_t elements,
                   std::string* wrong) {
  const auto count = static_cast<size_t>(elements);
  if (numbers.size() != 1 && numbers.size() != count) {
    *wrong = "need " + std::to_string(count) + (count == 1 ? " number" : " numbers, or one for all") +
             ", have " + std::to_string(numbers.size());
    return {};
  }
  const auto size = static_cast<size_t>(nook::size_of(type));
  if (count * size > kMostBytes) {
    *wrong = "need at most " + std::to_string(kMostBytes) + " bytes, have an input of " +
             std::to_string(count * size);
    return {};
  }
  Bytes bytes(count * size);
  for (size_t i = 0; i < std::min(numbers.size(), count); ++i) {
    if (size > 0 && write(numbers[i], type, &bytes[i * size])) continue;
    *wrong = "need " + dtype_name(type) + ", have '" + printable(numbers[i]) + "'";
    return {};
  }
  for (size_t at = numbers.size() * size; at < bytes.size(); at += size)
    std::memcpy(&bytes[at], bytes.data(), size);
  return bytes;
}

}  // namespace nookc
