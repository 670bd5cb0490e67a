#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace nookc {

// SHA-256 in lowercase hex.
std::string sha256(std::span<const std::byte> bytes);

}  // namespace nookc
