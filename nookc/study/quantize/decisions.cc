#include "nookc/study/quantize/decisions.h"

#include <algorithm>

#include "nookc/study/quantize/rules.h"

namespace nookc {
namespace {

class Decisions {
 public:
  explicit Decisions(const Graph& graph)
      : graph_(graph),
        made_by_(graph.tensors.size(), kNone),
        decided_(graph.tensors.size()),
        walked_(graph.tensors.size()),
        found_(graph.nodes.size()) {
    for (size_t n = 0; n < graph.nodes.size(); ++n)
      for (const TensorId t : graph.nodes[n].out)
        if (t != TensorId::kNone && !graph.nodes[n].erased()) made_by_[index(t)] = n;
  }

  std::vector<bool> nodes() {
    for (size_t n = 0; n < graph_.nodes.size(); ++n)
      if (!graph_.nodes[n].erased() && has_result(graph_.nodes[n])) visit(n);
    return std::move(found_);
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  static bool has_result(const Node& node) { return !node.out.empty() && node.out[0] != TensorId::kNone; }
  bool is_float(TensorId t) const { return graph_[t].type == nook::DType::kF32; }
  bool is_computed_float(TensorId t) const {
    return t != TensorId::kNone && is_float(t) && !graph_[t].constant();
  }

  void visit(size_t n) {
    const Node& node = graph_.nodes[n];
    const bool decides =
        std::ranges::any_of(node.in, [&](TensorId t) { return t != TensorId::kNone && decided_[index(t)]; });
    const bool looks_up = op_code(node) == nook::OpCode::kGather && decided_[index(node.in[1])];
    if (looks_up) take_comparisons(node.in[1]);
    if (!is_float(node.out[0])) {
      decided_[index(node.out[0])] = decides || compares_floats(graph_, node);
      return;
    }
    const auto is_known = [&](TensorId t) {
      return !is_computed_float(t) || (made_by_[index(t)] != kNone && found_[made_by_[index(t)]]);
    };
    const auto is_decided = [&](TensorId t) { return !is_computed_float(t) || decided_[index(t)]; };
    found_[n] = looks_up || (std::ranges::any_of(node.in, [&](TensorId t) { return is_computed_float(t); }) &&
                             std::ranges::all_of(node.in, is_known));
    decided_[index(node.out[0])] = !looks_up && decides && std::ranges::all_of(node.in, is_decided);
  }

  // Finds the comparisons that an index is computed from, what only moves their operands, and the numbers
  // (ones and zeros, sums of them) that are computed from nothing else.
  void take_comparisons(TensorId index_of) {
    std::vector<TensorId> left = {index_of};
    while (!left.empty()) {
      const TensorId t = left.back();
      left.pop_back();
      const size_t n = t == TensorId::kNone ? kNone : made_by_[index(t)];
      if (n == kNone || walked_[index(t)]) continue;
      walked_[index(t)] = true;
      const Node& node = graph_.nodes[n];
      const OpRule* const rule = rule_of(op_code(node));
      const bool moves = rule && rule->scales == Scales::kSame;
      if (is_float(t) && (found_[n] || !(moves || decided_[index(t)]))) continue;
      if (is_float(t) || compares_floats(graph_, node)) found_[n] = true;
      left.insert(left.end(), node.in.begin(), node.in.end());
    }
  }

  const Graph& graph_;
  std::vector<size_t> made_by_;
  std::vector<bool> decided_, walked_, found_;
};

}  // namespace

bool compares_floats(const Graph& graph, const Node& node) {
  using nook::OpCode;
  constexpr OpCode kCodes[] = {OpCode::kEqual,     OpCode::kNotEqual, OpCode::kLess,
                               OpCode::kLessEqual, OpCode::kGreater,  OpCode::kGreaterEqual};
  return std::ranges::find(kCodes, op_code(node)) != std::end(kCodes) &&
         graph[node.in[0]].type == nook::DType::kF32;
}

std::vector<bool> nodes_of_trees(const Graph& graph) { return Decisions(graph).nodes(); }

}  // namespace nookc
