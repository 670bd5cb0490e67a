#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/passes/channels/channels.h"

namespace nookc {

// Channel `in` of an operand is read for channel `out` of the result.
struct Link {
  size_t operand;
  int32_t in, out;
};

// How a node treats channels.
struct ChannelRule {
  enum class Kind : uint8_t {
    kOpaque,  // not understood: reads and writes all channels
    kLinked,  // channel by channel, as `links` says: linked channels stay or go together
    kDense,   // every channel of the result may read every channel of operand 0, through weights
  };
  Kind kind = Kind::kOpaque;

  // kLinked. Operands may be constants, which are linked along their last dimension; operands without links
  // contribute to every channel of the result.
  std::vector<Link> links;
  bool weighted =
      false;  // operand 1 is a filter [1][h][w][channels]: where it is zero, operand 0 is not read

  // kDense: operand 1 is [out][taps][in], constant.
  int32_t out = 0, taps = 0, in = 0;
  bool inside = false;  // no tap is ever in the padding
};

// One rule per node.
std::vector<ChannelRule> channel_rules(const Graph& graph, const Channels& channels);

// Weights of a dense rule: whether output `o` reads input `i`.
bool reads(const ChannelRule& rule, const int8_t* weights, int32_t o, int32_t i);

// The bytes of a constant int8 operand.
const int8_t* values_s8(const Tensor& tensor);

}  // namespace nookc
