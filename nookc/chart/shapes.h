// What the parts of a chart are drawn with.
#pragma once
#include <string>

namespace nookc {

// "1234567" as "1,234,567"; of less than 100, two decimals.
std::string figure(double value);

}  // namespace nookc
