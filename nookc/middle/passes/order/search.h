#pragma once
#include <optional>

#include "nookc/middle/passes/order/footprint.h"

namespace nookc {

// The valid order with the least peak; among several, the lexicographically first by step number. Nothing if
// a step would have to be tried more than `most_looks` times.
std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_looks);

}  // namespace nookc
