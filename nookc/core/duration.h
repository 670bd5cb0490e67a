#pragma once
#include <optional>
#include <string>

namespace nookc {

// The milliseconds of "20ms", "62.5us" or "1s": more than 0 and at most 1e9, or nothing.
std::optional<double> parse_milliseconds(std::string text);

}  // namespace nookc
