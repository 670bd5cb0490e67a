#pragma once
#include <string>

#include "nookc/graph/graph.h"

namespace nookc {

// A graph as text, for readers and for diff: inputs; one line per node with its attributes, operands and
// results; outputs. Deterministic.
std::string dump(const Graph& graph);

// " in sram@4096", " among dtcm|sram", or nothing.
std::string placement_text(const Placement& placement);

}  // namespace nookc
