#pragma once
#include <cstdint>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// The memory that the nodes of a graph, numbered from 0 without erased ones, use for activations.
struct Footprint {
  struct Step {
    // Buffers, each once; the output of a RESHAPE that moves nothing is its input.
    std::vector<size_t> in, out;
    std::vector<size_t> in_place;  // buffers of `in` that the output may overwrite
    std::vector<size_t> after;     // earlier steps, whose results it does not read, that must stay before it
  };
  std::vector<size_t> node;  // per step: its node in the graph
  std::vector<Step> steps;
  std::vector<int64_t> bytes;    // per buffer; 0: not counted
  std::vector<bool> from_start;  // per buffer: it is an input
  std::vector<bool> to_end;      // per buffer: it is an output
};

// `interface`: whether inputs and outputs of the graph count.
Footprint footprint_of(const Graph& graph, bool interface);

// The most bytes live at once when the steps run in this order; all buffers of a step are live together.
int64_t peak_of(const Footprint& footprint, const std::vector<size_t>& order);
int64_t peak_of(const Footprint& footprint);  // in the order of the graph

}  // namespace nookc
