// Converts a float graph to integers.
#pragma once
#include <vector>

#include "nookc/study/quantize/weights.h"

namespace nookc {

struct ConvertOptions {
  Form activations = Form::kInt8;
  Form io = Form::kInt8;  // form of the model's float inputs and outputs
  WeightOptions weights;
};

struct Converted {
  Graph graph;
  std::vector<Form> forms;      // per node of the float graph
  std::vector<TensorId> where;  // per tensor of the float graph: its counterpart, or kNone
};

// Converts each operator of `graph` to its form in `forms`; an operator without that form stays float.
// Inserts QUANTIZE and DEQUANTIZE where forms meet; operators inside control flow stay float. `ranges`: per
// tensor. `given` may be null.
Converted convert(const Graph& graph, std::vector<Form> forms, const std::vector<Range>& ranges,
                  const Given* given, const ConvertOptions& options);

}  // namespace nookc
