// The weights of operators and their scales.
#pragma once
#include <optional>

#include "nookc/study/quantize/scheme.h"

namespace nookc {

struct WeightOptions {
  int bits = 8;             // bits of weights with int8 activations, for operators that support fewer than 8
  bool per_tensor = false;  // one scale for all weights of an operator
  bool dense_per_channel = false;  // one scale per channel for FULLY_CONNECTED too
};

// The operands of a node with constant float weights.
struct Weighted {
  const OpRule* rule;
  size_t data, weights, bias;  // `bias` is past the end of the operands if there is no constant bias
  bool has_bias;
};

std::optional<Weighted> weighted(const Graph& graph, const Node& node);

// The dimension of the weights that has a scale per index; -1: one scale for all. `given` may be null.
int weight_axis(const Node& node, const Weighted& w, const Given* given, const WeightOptions& options);
int weight_bits(const Weighted& w, Precision precision, const WeightOptions& options);

}  // namespace nookc
