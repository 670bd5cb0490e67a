#include "nookc/study/quantize/positions.h"

#include <algorithm>

#include "nookc/graph/elementwise.h"
#include "nookc/study/quantize/decisions.h"
#include "nookc/study/quantize/scheme.h"

namespace nookc {
namespace {

using nook::OpCode;

// Whether a node makes whole numbers of its floats.
bool makes_whole(const Graph& graph, const Node& node) {
  const OpCode code = op_code(node);
  if (code == OpCode::kCast)
    return is_activation(graph, node.in[0]) && graph[node.out[0]].type != nook::DType::kF32 &&
           graph[node.out[0]].type != nook::DType::kBool;
  return (code == OpCode::kFloor || code == OpCode::kCeil || code == OpCode::kRound ||
          code == OpCode::kFloorDiv) &&
         is_activation(graph, node.out[0]);
}

bool only_moves(const Node& node) {
  const OpCode code = op_code(node);
  return code == OpCode::kReshape || code == OpCode::kSqueeze || code == OpCode::kExpandDims ||
         code == OpCode::kTranspose || code == OpCode::kSlice || code == OpCode::kStridedSlice ||
         code == OpCode::kSplit || code == OpCode::kSplitV || code == OpCode::kUnpack ||
         code == OpCode::kConcatenation || code == OpCode::kPack || code == OpCode::kBroadcastTo ||
         code == OpCode::kTile;
}

// Adds the comparisons of the numbers that the nodes found so far compute, such as those with the ends of an
// image.
void compare_as_they_are(const Graph& graph, std::vector<bool>& found) {
  std::vector<bool> computed(graph.tensors.size());
  for (size_t n = 0; n < found.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (node.erased()) continue;
    if (compares_floats(graph, node))
      found[n] = found[n] || std::ranges::any_of(node.in, [&](TensorId t) { return computed[index(t)]; });
    for (const TensorId t : node.out)
      if (found[n] && t != TensorId::kNone) computed[index(t)] = true;
  }
}

}  // namespace

std::vector<bool> nodes_of_positions(const Graph& graph) {
  const size_t count = graph.nodes.size();
  std::vector<bool> found(count), wanted(graph.tensors.size()), whole(graph.tensors.size());
  const auto computes = [&](const Node& node) {
    return works_on_elements(op_code(node)) || only_moves(node);
  };
  for (size_t n = 0; n < count; ++n)
    if (!graph.nodes[n].erased() && makes_whole(graph, graph.nodes[n]))
      whole[index(graph.nodes[n].out[0])] = true;
  // The parts that rounding leaves: a difference between a number and the whole one.
  for (size_t n = 0; n < count; ++n) {
    const Node& node = graph.nodes[n];
    if (node.erased() || op_code(node) != OpCode::kSub || !is_activation(graph, node.out[0])) continue;
    found[n] = std::ranges::any_of(node.in, [&](TensorId t) { return whole[index(t)]; });
  }
  for (size_t n = count; n-- > 0;) {
    const Node& node = graph.nodes[n];
    if (node.erased()) continue;
    const bool read = std::ranges::any_of(node.out, [&](TensorId t) {
      return t != TensorId::kNone && wanted[index(t)] && is_activation(graph, t);
    });
    found[n] = found[n] || makes_whole(graph, node) || (read && computes(node));
    if (!found[n]) continue;
    for (const TensorId t : node.in)
      if (is_activation(graph, t)) wanted[index(t)] = true;
  }
  compare_as_they_are(graph, found);
  return found;
}

}  // namespace nookc
