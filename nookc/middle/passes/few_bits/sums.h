// Layers whose inputs are levels, and the integers that they sum.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/middle/passes/few_bits/chain.h"
#include "nookc/middle/passes/few_bits/layer.h"
#include "nookc/middle/passes/few_bits/rescale.h"

namespace nookc::bits {

// A tensor of int8 levels that stands for a tensor of floats.
struct Coded {
  TensorId tensor = TensorId::kNone;
  LevelRange range;
  double scale = 1;
};

// A layer that can be computed in integers.
struct Layer {
  size_t node;
  Coded x;
  FloatLayer floats;
  std::vector<int64_t> least, most;  // the sums of each channel
  bool given = false;                // its result is int8: an operator later in the graph computes it

  int32_t channels() const { return floats.weights.channels; }
  double scale(size_t c) const { return x.scale * floats.weights.steps[c]; }
  double bias(size_t c) const { return floats.bias.empty() ? 0 : static_cast<double>(floats.bias[c]); }
};

// Flips the signs of a channel's sums, so that its chain rises.
void turn(Layer& layer, size_t c);

// The layer's result as the input of a chain, for each sum of each channel.
Inputs sums_of(const Layer& layer);

// A layer's weights, and the difference between its sums and the sums of its operator.
struct Sums {
  Stored stored;
  std::vector<int32_t> inverts;  // -1: the operator inverts the channel's sum; empty: it inverts none
  std::vector<int32_t> less;     // the operator's sums are less by this
};
// Weights keep their bits: where turned ones would need more, the operator inverts the sums.
Sums stored_sums(const Layer& turned, const std::vector<bool>& falls);

// Multipliers for the operator's sums; nothing if marks are as good, or multipliers are not exact.
std::optional<Multipliers> multipliers(const Graph& graph, const Chain& chain, const Layer& layer,
                                       const Levels& levels, const std::vector<int32_t>& less);

}  // namespace nookc::bits
