#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The image of Program::constant_pools[pool]: every constant at its offset, with zeros in the gaps.
std::string image_of(const Program& program, size_t pool);

// The CRC-32 of each value of four bits, for generated code too.
inline constexpr std::array<uint32_t, 16> kCrcNibbles = [] {
  constexpr uint32_t kPolynomial = 0xEDB88320;
  std::array<uint32_t, 16> table{};
  for (uint32_t i = 0; i < 16; ++i) {
    table[i] = i;
    for (int bit = 0; bit < 4; ++bit) table[i] = (table[i] >> 1) ^ (table[i] & 1 ? kPolynomial : 0);
  }
  return table;
}();

// CRC-32 as in zip and PNG.
uint32_t crc32_of(const std::string& bytes);

}  // namespace nookc
