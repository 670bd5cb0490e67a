// Converts a float graph to integers.
#pragma once
#include <vector>

#include "nookc/study/quantize/weights.h"

namespace nookc {

struct ConvertOptions {
  Precision activations = Precision::kInt8;
  Precision io = Precision::kInt8;  // precision of the model's float inputs and outputs
  WeightOptions weights;
};

struct Converted {
  Graph graph;
  std::vector<Precision> precisions;  // per node of the float graph
  std::vector<TensorId> where;        // per tensor of the float graph: its counterpart, or kNone
};

// Converts each operator of `graph` to its precision in `precisions`; an operator that does not support it
// stays float. Inserts QUANTIZE and DEQUANTIZE where precisions meet; operators inside control flow stay
// float. `ranges`: per tensor. `given` may be null.
Converted convert(const Graph& graph, std::vector<Precision> precisions, const std::vector<Range>& ranges,
                  const Given* given, const ConvertOptions& options);

}  // namespace nookc
