#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace nookc {

// A .tflite with the layers that were trained for few bits in integers (few_bits.h). A file without such
// layers, with control flow or with damage stays the same.
std::vector<std::byte> with_few_bits(std::vector<std::byte> bytes, const std::string& file);

}  // namespace nookc
