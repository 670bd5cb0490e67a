#include "nookc/core/duration.h"

#include "nookc/core/frequency.h"

namespace nookc {

std::optional<double> parse_milliseconds(std::string text) {
  double unit = 0;
  for (const auto& [name, milliseconds] : {std::pair("us", 1e-3), {"ms", 1.0}, {"s", 1e3}}) {
    if (!text.ends_with(name)) continue;
    text.resize(text.size() - std::string(name).size()), unit = milliseconds;
    break;
  }
  const std::optional<double> value = parse_number(text);
  if (!value || *value * unit <= 0 || *value * unit > 1e9) return std::nullopt;
  return *value * unit;
}

}  // namespace nookc
