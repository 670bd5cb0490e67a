#include "nookc/core/size.h"

#include <charconv>

namespace nookc {

std::optional<int64_t> parse_size(const std::string& text) {
  int64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(rest, text.data() + text.size());
  const int shift = unit.empty() || unit == "B"    ? 0
                    : unit == "K" || unit == "KiB" ? 10
                    : unit == "M" || unit == "MiB" ? 20
                                                   : -1;
  if (error != std::errc() || shift < 0 || value <= 0 || value > INT32_MAX >> shift) return {};
  return value << shift;
}

}  // namespace nookc
