#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// A .tflite with the layers that were trained for few bits in integers (few_bits.h). A file without such
// layers, with control flow or with damage stays the same. `passes` gets a report if anything changes.
std::vector<std::byte> with_few_bits(std::vector<std::byte> bytes, const std::string& file,
                                     std::vector<PassReport>* passes);

}  // namespace nookc
