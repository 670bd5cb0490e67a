// The regions of control flow as the .tflite format has them: a subgraph for each branch, condition and body.
#pragma once
#include <string>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// An IF or a WHILE.
struct ControlCall {
  bool loop = false;
  std::vector<TensorId> in, out;
  size_t subgraphs[2] = {};  // then and else, or condition and body
};

struct SubgraphParts {
  struct Step {
    bool call = false;
    size_t at = 0;  // a node of the graph, or a call
  };
  std::vector<TensorId> inputs, outputs;
  std::vector<Step> steps;
};

struct Subgraphs {
  std::vector<SubgraphParts> parts;  // that of the model first
  std::vector<ControlCall> calls;
};

// Every subgraph names what it reads of those around it as an input. Adds a tensor to `graph` for each value
// that a WHILE passes through; nodes read what was copied for a region, not the copy. What is wrong, or an
// empty text.
std::string cut_into_subgraphs(Graph& graph, Subgraphs* to);

}  // namespace nookc
