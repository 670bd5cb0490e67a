#include "nookc/core/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "nookc/core/invariant.h"

namespace nookc {
namespace {

constexpr int kUnit = -1074;  // the exponent of the lowest bit

}  // namespace

// Adds 32 bits and carries as far as needed.
void ExactSum::add_at(size_t word, uint64_t bits) {
  for (uint64_t carry = bits; carry != 0; ++word) {
    invariant(word < kWords, "a sum has room for its carries");
    carry += words_[word];
    words_[word] = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

void ExactSum::add(double term) {
  if (!std::isfinite(term)) {
    kind_ = std::max(kind_, std::isnan(term) ? Kind::kNaN : Kind::kInfinite);
    return;
  }
  invariant(term >= 0, "the terms of a sum are not negative");
  const uint64_t image = std::bit_cast<uint64_t>(term);
  const uint64_t fraction = image & ((uint64_t{1} << 52) - 1), exponent = (image >> 52) & 0x7ff;
  const uint64_t mantissa = exponent == 0 ? fraction : fraction | (uint64_t{1} << 52);
  const uint64_t shift = exponent == 0 ? 0 : exponent - 1;
  const size_t word = shift / 32;
  const uint64_t low = (mantissa & 0xffffffff) << (shift % 32), high = (mantissa >> 32) << (shift % 32);
  add_at(word, low & 0xffffffff);
  add_at(word + 1, (low >> 32) + (high & 0xffffffff));
  add_at(word + 2, high >> 32);
}

void ExactSum::add(const ExactSum& other) {
  kind_ = std::max(kind_, other.kind_);
  for (size_t i = 0; i < kWords; ++i) add_at(i, other.words_[i]);
}

double ExactSum::value() const {
  if (kind_ != Kind::kFinite) return kind_ == Kind::kNaN ? std::nan("") : INFINITY;
  size_t top = kWords;
  while (top > 0 && words_[top - 1] == 0) --top;
  if (top == 0) return 0;
  // The 64 highest bits; the lowest of them also stands for all below, which decides ties.
  const int highest = static_cast<int>(top) * 32 - 1 - std::countl_zero(words_[top - 1]);
  const int shift = std::max(0, highest - 63);
  uint64_t bits = 0;
  bool more = false;
  for (int at = highest; at >= 0; --at) {
    const uint64_t bit = words_[static_cast<size_t>(at / 32)] >> (at % 32) & 1;
    if (at >= shift)
      bits = bits << 1 | bit;
    else
      more |= bit != 0;
  }
  return std::ldexp(static_cast<double>(bits | (more ? 1 : 0)), shift + kUnit);
}

std::string ExactSum::text() const {
  if (kind_ != Kind::kFinite) return kind_ == Kind::kNaN ? "nan" : "inf";
  std::string text;
  for (size_t i = kWords; i-- > 0;) {
    if (text.empty() && words_[i] == 0 && i > 0) continue;
    char digits[16];
    std::snprintf(digits, sizeof digits, text.empty() ? "%x" : "%08x", words_[i]);
    text += digits;
  }
  return text;
}

std::optional<ExactSum> ExactSum::parse(const std::string& text) {
  ExactSum sum;
  if (text == "nan" || text == "inf") {
    sum.kind_ = text == "nan" ? Kind::kNaN : Kind::kInfinite;
    return sum;
  }
  constexpr size_t kDigits = 8;
  if (text.empty() || text.size() > (kWords - 2) * kDigits) return {};  // room for the sum of many
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[text.size() - 1 - i];
    const bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
    if (!digit && !letter) return {};
    const auto value = static_cast<uint32_t>(digit ? c - '0' : c - 'a' + 10);
    sum.words_[i / kDigits] |= value << (4 * (i % kDigits));
  }
  return sum;
}

}  // namespace nookc
