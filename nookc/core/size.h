#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace nookc {

// Reads "65536", "64K", "64KiB", "1M" or "1MiB": 1 byte to 2 GiB - 1, or nothing.
std::optional<int64_t> parse_size(const std::string& text);

}  // namespace nookc
