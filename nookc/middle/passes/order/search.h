#pragma once
#include <optional>

#include "nookc/middle/passes/order/footprint.h"

namespace nookc {

// Of all valid orders with the least peak, the first by the numbers of the steps. None if a step would have
// to be tried more than `most_looks` times.
std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_looks);

}  // namespace nookc
