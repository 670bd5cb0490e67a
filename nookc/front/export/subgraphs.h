// Converts regions of control flow to the .tflite format: a subgraph for each branch, condition and body.
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
    size_t at = 0;  // index of the node, or of the call
  };
  std::vector<TensorId> inputs, outputs;
  std::vector<Step> steps;
};

struct Subgraphs {
  std::vector<SubgraphParts> parts;  // the model's own first
  std::vector<ControlCall> calls;
};

// Every subgraph lists the tensors that it reads from enclosing ones as inputs. Adds a tensor to `graph` for
// each value that a WHILE passes through; nodes read the original of a copy made for a region. Returns the
// error, or an empty text.
std::string cut_into_subgraphs(Graph& graph, Subgraphs* to);

}  // namespace nookc
