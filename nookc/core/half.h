#pragma once
#include <cstdint>

namespace nookc {

// Converts a 16-bit float (IEEE 754 binary16).
double half_value(uint16_t bits);

}  // namespace nookc
