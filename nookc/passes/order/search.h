#pragma once
#include <optional>

#include "nookc/passes/order/footprint.h"

namespace nookc {

// Of all orders that work the first, by the numbers of the steps, of those with the least peak. None where
// more than `most_states` sets of finished steps would have to be looked at.
std::optional<std::vector<size_t>> least_order(const Footprint& footprint, int64_t most_states);

}  // namespace nookc
