#include "nookc/middle/passes/evaluate.h"

#include <algorithm>
#include <memory>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

// Memory for the arguments of one kernel. It stays allocated: passes evaluate single nodes thousands of
// times.
nook::Arena arena_of_this_thread() {
  constexpr size_t kBytes = size_t{1} << 20;
  thread_local const auto memory = std::make_unique_for_overwrite<uint64_t[]>(kBytes / sizeof(uint64_t));
  return nook::Arena({reinterpret_cast<uint8_t*>(memory.get()), kBytes});
}

// Operations per element of the result.
int64_t taps_of(const Graph& graph, const Node& node) {
  const auto weights = [&](int32_t outputs) {
    return int64_t{graph[node.in[1]].shape.elements()} / std::max(1, outputs);
  };
  const auto outputs = [&](int from_back) {
    const nook::Shape& shape = graph[node.in[1]].shape;
    return shape.rank > from_back ? shape.back(from_back) : 1;
  };
  switch (op_code(node)) {
    case nook::OpCode::kConv2D:
      return weights(outputs(3));
    case nook::OpCode::kFullyConnected:
      return weights(outputs(1));
    case nook::OpCode::kDepthwiseConv2D:
      return weights(outputs(0));
    default:
      break;
  }
  return window_taps(node.attrs);
}

}  // namespace

int64_t steps_of(const Graph& graph, const Node& node) {
  constexpr int64_t kMost = int64_t{1} << 31;  // higher counts need not be distinguished
  int64_t steps = 0;
  for (TensorId t : node.in) steps += t == TensorId::kNone ? 0 : graph[t].bytes();
  const int64_t taps = std::min(kMost, taps_of(graph, node));
  for (TensorId t : node.out) steps += taps * graph[t].bytes();
  return steps;
}

std::vector<Bytes> evaluate(const Graph& graph, const Node& node, std::vector<const void*> in) {
  nook::Arena arena = arena_of_this_thread();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared || !prepared->invoke) return {};

  // Kernels expect null for missing operands after the last given one.
  in.resize(std::max(in.size(), op_row(node).signature.reach(in.size())));

  std::vector<Bytes> results;
  std::vector<void*> out;
  for (TensorId t : node.out) results.emplace_back(static_cast<size_t>(graph[t].bytes()));
  out.reserve(results.size());
  for (Bytes& bytes : results) out.push_back(bytes.data());
  std::vector<uint64_t> scratch(static_cast<size_t>(prepared->scratch) / 8 + 2);
  prepared->invoke(prepared->params, nook::Io{in.data(), out.data(), scratch.data()});
  return results;
}

}  // namespace nookc
