// The shapes that charts consist of.
#pragma once
#include <string>

namespace nookc {

// "1,234,567" for 1234567; numbers below 100 get two decimals.
std::string figure(double value);

}  // namespace nookc
