#pragma once
#include "nookc/middle/hop/motion.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The motion of a network along the axis that the wish names, or along the only one along which filters
// slide. Diags N2090, N2091, N2094 of move_by_hops().
Result<Motion> find_motion(const Graph& graph, const HopWish& wish);

// Removes a RESHAPE that makes an image of a flat input: the input gets the image's shape.
void show_axes(Graph& graph);

// "operator 3 FULLY_CONNECTED 'dense'": the first operators that read the whole window.
std::string obstacles(const Graph& graph, const Motion& motion);

}  // namespace nookc
