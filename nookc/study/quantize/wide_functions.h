// Functions of one tensor, element by element, whose intermediate results do not fit into integers.
#pragma once
#include <vector>

#include "nookc/study/quantize/constants.h"

namespace nookc {

// Per node, whether it belongs to a function of one tensor, such as log(x * x + 1e-6), that loses more in
// integers than 2 steps of its result in int8, or 64 in int16. Such a function stays float between DEQUANTIZE
// and QUANTIZE, from which `nook compile` makes one table in int8. `ranges`: per tensor.
std::vector<bool> nodes_of_wide_functions(const Graph& graph, const std::vector<Precision>& precisions,
                                          const std::vector<Range>& ranges, Precision precision);

}  // namespace nookc
