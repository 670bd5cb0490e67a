#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace nookc {

// A C file that defines `const unsigned char <symbol>[]`, among the constants and aligned to 16.
std::string byte_array(std::span<const std::byte> bytes, const std::string& symbol);

}  // namespace nookc
