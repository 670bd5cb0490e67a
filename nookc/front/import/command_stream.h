#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nookc {

// The memory that the commands for an Ethos-U use. A region is the number of a base address; per region, the
// number of bytes up to the last that a command is known to read or write: whole transfers and weights, and
// the first byte of feature maps. 0: no command uses the region.
struct UsedRegions {
  std::array<uint64_t, 8> bytes{};
};

// Reads the payload of an operator `ethos-u` as the driver does: its actions, and the registers that the
// commands set before each operation. Returns the fault as a text, or an empty one.
std::string read_commands(std::span<const std::byte> payload, UsedRegions* used);

}  // namespace nookc
