#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// The axes of a reduction, operand 1, as a bit mask; 0: they are not known.
uint32_t axes_of(const Graph& graph, const Node& reduction);
// Those of the rows and columns of an image.
inline constexpr uint32_t kRowsAndColumns = 0b0110;

}  // namespace nookc
