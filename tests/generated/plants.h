// Typical compiler faults, planted into the compiler's results before they are run; none of them is in its
// code. The checks must find every one.
#pragma once
#include <vector>

#include "tests/generated/check.h"

namespace generated {

std::vector<Plant> plants();

}  // namespace generated
