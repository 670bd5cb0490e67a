// Faults of the kind that compilers have, put into what nook's compiler made before it is run: none of them
// is in its code. What looks for faults must find every one.
#pragma once
#include <vector>

#include "tests/generated/check.h"

namespace generated {

std::vector<Plant> plants();

}  // namespace generated
