#pragma once
#include <cstdint>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// How the nodes of a graph, numbered from 0 without erased ones, use the memory of activations.
struct Footprint {
  struct Step {
    std::vector<size_t> in, out;   // buffers, each once; a RESHAPE that moves nothing has its input as output
    std::vector<size_t> in_place;  // of `in`: the output may take its bytes
  };
  std::vector<size_t> node;  // per step: of the graph
  std::vector<Step> steps;
  std::vector<int64_t> bytes;    // per buffer; 0: not counted
  std::vector<bool> from_start;  // per buffer: an input
  std::vector<bool> to_end;      // per buffer: an output
};

// `interface`: whether inputs and outputs of the graph count.
Footprint footprint_of(const Graph& graph, bool interface);

// The most bytes live at once when the steps run in this order; all buffers of a step are live together.
int64_t peak_of(const Footprint& footprint, const std::vector<size_t>& order);

}  // namespace nookc
