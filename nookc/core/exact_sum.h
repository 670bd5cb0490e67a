// A sum of doubles without rounding, so that neither the order nor the grouping of its terms matters.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace nookc {

// Terms are not negative. A term that is infinite or NaN makes the sum so.
class ExactSum {
 public:
  void add(double term);
  void add(const ExactSum& other);
  // The double next to the sum, rounded once, half to even.
  double value() const;
  // All bits of the sum in hexadecimal, or "inf" or "nan".
  std::string text() const;
  // Nothing: the text is not from text().
  static std::optional<ExactSum> parse(const std::string& text);
  bool operator==(const ExactSum&) const = default;

 private:
  // In units of 2^-1074, the smallest double: 2,098 bits for the largest, and room for 2^64 terms.
  static constexpr size_t kWords = 68;
  enum class Kind : uint8_t { kFinite, kInfinite, kNaN };

  void add_at(size_t word, uint64_t bits);

  std::array<uint32_t, kWords> words_ = {};  // the lowest first
  Kind kind_ = Kind::kFinite;
};

}  // namespace nookc
