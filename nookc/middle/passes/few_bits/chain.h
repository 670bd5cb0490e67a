// Operators on single elements that end in few levels, and where they change from one level to the next.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "nookc/graph/users.h"
#include "nookc/middle/passes/few_bits/weights.h"

namespace nookc::bits {

// Nodes of a graph, each of which reads the result of the one before, and constants: one number, or one for
// each index of the last dimension.
struct Chain {
  TensorId from = TensorId::kNone, to = TensorId::kNone;
  std::vector<size_t> nodes;  // in their order
  int32_t channels = 1;       // numbers of the longest constant
};

// The longest chain that ends at `to`; results in between have no other reader. Empty: there is none.
// `quantize`: QUANTIZE and DEQUANTIZE are operators of a chain as well.
Chain chain_to(const Graph& graph, const Users& users, TensorId to, bool quantize);

// The levels that a chain gives. Its first part computes integers (ROUND, FLOOR, CEIL or a truth value), the
// rest computes the real numbers first * scale, (first + step) * scale, ... from them.
struct Levels {
  LevelRange range;
  double scale = 1;
  int32_t least = 0;  // the integer of the first level
  // Per channel, for each level but the first: the least input that reaches it.
  std::vector<std::vector<int64_t>> marks;
  std::vector<bool> falls;  // per channel: larger inputs give lower levels, and its marks mean nothing
};

// The inputs of a chain: `number` of input i of channel c, which rises with i, for i from least to most.
struct Inputs {
  int32_t channels = 1;
  std::function<float(int64_t i, int32_t c)> number;
  std::vector<int64_t> least, most;  // per channel
};

// The part of a chain after the last operator with a constant for each channel; none: an empty chain.
Chain without_channels(const Graph& graph, const Chain& chain);

// A chain whose integers are one affine map of its input, rounded: round(m[c] * x + a[c]), and clamped.
struct AffineChain {
  nook::OpCode rounding;  // kRound, kFloor or kCeil
  std::vector<double> m, a;
};
std::optional<AffineChain> affine_chain(const Graph& graph, const Chain& chain, int32_t channels);

// Runs the chain with the device's reference kernels, so that marks are where its result changes, to the bit.
// A mark that no input reaches is one above the last. False: it does not give few levels.
bool levels_of(const Graph& graph, const Chain& chain, const Inputs& inputs, Levels* levels);

}  // namespace nookc::bits
