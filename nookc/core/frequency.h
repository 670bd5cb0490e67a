#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace nookc {

// Reads "480MHz", "32kHz" or "480000000": 1 Hz to 1 THz, or nothing.
std::optional<int64_t> parse_clock(std::string text);

// Reads a finite number from 0 to 1e12, or nothing.
std::optional<double> parse_number(const std::string& text);

}  // namespace nookc
