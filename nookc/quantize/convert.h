// A float graph in integers.
#pragma once
#include <vector>

#include "nookc/quantize/weights.h"

namespace nookc {

struct ConvertOptions {
  Form activations = Form::kInt8;
  Form io = Form::kInt8;  // of the model's inputs and outputs that are floats
  WeightOptions weights;
};

struct Converted {
  Graph graph;
  std::vector<Form> forms;      // of each node of the float graph: what it became
  std::vector<TensorId> where;  // of each tensor of the float graph: the one that the operator makes, or none
};

// The operators of `graph` in `forms`, kFloat where an operator has no such form: QUANTIZE and DEQUANTIZE
// stand where forms meet. `ranges` by tensor. `given` may be null. `biases` in place of those of the graph,
// by tensor, where they are not empty.
Converted convert(const Graph& graph, std::vector<Form> forms, const std::vector<Range>& ranges,
                  const Given* given, const ConvertOptions& options);

}  // namespace nookc
