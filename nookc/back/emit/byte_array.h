#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace nookc {

// A C file that defines `const unsigned char <symbol>[]`, aligned to 16 and in the given section; empty: the
// compiler's default.
std::string byte_array(std::span<const std::byte> bytes, const std::string& symbol,
                       const std::string& section = ".nook_constants");

}  // namespace nookc
