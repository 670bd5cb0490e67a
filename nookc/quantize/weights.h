// Operators whose weights have scales of their own.
#pragma once
#include <optional>

#include "nookc/quantize/scheme.h"

namespace nookc {

struct WeightOptions {
  int bits = 8;                    // of weights beside int8 activations, where the operator takes fewer
  bool per_tensor = false;         // one scale for all weights of an operator
  bool dense_per_channel = false;  // scales per channel for FULLY_CONNECTED too
};

// The operands of a node with constant weights of floats.
struct Weighted {
  const OpRule* rule;
  size_t data, weights, bias;  // `bias` is behind the operands where there is no constant one
  bool has_bias;
};

std::optional<Weighted> weighted(const Graph& graph, const Node& node);

// Along which dimension of the weights scales run; -1: there is one. `given` may be null.
int weight_axis(const Node& node, const Weighted& w, const Given* given, const WeightOptions& options);
int weight_bits(const Weighted& w, Form form, const WeightOptions& options);

}  // namespace nookc
