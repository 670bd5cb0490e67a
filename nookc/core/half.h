#pragma once
#include <cstdint>

namespace nookc {

// The value of a float of 16 bits (IEEE 754 binary16).
double half_value(uint16_t bits);

}  // namespace nookc
