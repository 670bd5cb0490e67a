#include "nookc/core/frequency.h"

#include <cmath>
#include <cstdlib>

namespace nookc {

std::optional<double> parse_number(const std::string& text) {
  char* rest = nullptr;
  const double value = std::strtod(text.c_str(), &rest);
  if (rest == text.c_str() || *rest != 0 || !std::isfinite(value) || value < 0 || value > 1e12)
    return std::nullopt;
  return value;
}

std::optional<int64_t> parse_clock(std::string text) {
  double unit = 1;
  if (text.ends_with("Hz")) text.resize(text.size() - 2);
  if (!text.empty()) {
    const char prefix = text.back();
    unit = prefix == 'k' ? 1e3 : prefix == 'M' ? 1e6 : prefix == 'G' ? 1e9 : 1;
    if (unit > 1) text.pop_back();
  }
  const std::optional<double> value = parse_number(text);
  if (!value || *value * unit < 1 || *value * unit > 1e12) return std::nullopt;
  return std::llround(*value * unit);
}

}  // namespace nookc
