#pragma once
#include <cstddef>
#include <string>

#include "nookc/graph/graph.h"

namespace nookc {

// The bytes of an input without given values, determined by type, shape and index `i`. 8- and 16-bit integers
// cover their whole range, wider ones 0 to 255, floats [-1, 1).
std::string random_input(const Tensor& tensor, size_t i);

}  // namespace nookc
