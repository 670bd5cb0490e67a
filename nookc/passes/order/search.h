#pragma once
#include <optional>

#include "nookc/passes/order/footprint.h"

namespace nookc {

// Of all orders that work the first, by the numbers of the steps, of those with the least peak. None where
// a step would have to be taken more than `most_looks` times.
std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_looks);

}  // namespace nookc
