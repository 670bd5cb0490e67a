#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace nookc {

// "480MHz", "32kHz", "480000000": 1 Hz to 1 THz, or nothing.
std::optional<int64_t> parse_clock(std::string text);

// A finite number of 0 to 1e12, or nothing.
std::optional<double> parse_number(const std::string& text);

}  // namespace nookc
