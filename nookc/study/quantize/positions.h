// Numbers that become positions: rounded to whole ones, they say which elements are read.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Per node, whether it computes, element by element, numbers that are rounded to whole ones, or the parts
// that rounding leaves. In integers they would be rounded to other ones: these nodes stay float.
std::vector<bool> nodes_of_positions(const Graph& graph);

}  // namespace nookc
