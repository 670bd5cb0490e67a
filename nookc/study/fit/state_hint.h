#pragma once
#include <string>

#include "nookc/graph/graph.h"

namespace nookc {

// The options that keep the states of recurrent layers inside the network, where it is one step of a stream:
// "--state h0=hn --state c0=cn" if inputs are the first states of a layer of one step and outputs its last
// ones. An empty text: there are no such layers.
std::string state_options(const Graph& graph);

}  // namespace nookc
