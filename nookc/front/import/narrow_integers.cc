#include "nookc/front/import/narrow_integers.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "nook/ops/cast/cast_op.h"
#include "nook/ops/contract/op_code.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

using nook::DType;
using nook::OpCode;

struct Range {
  int64_t least = INT64_MIN, most = INT64_MAX;  // unknown
  bool narrow() const { return least >= INT32_MIN && most <= INT32_MAX; }
};

Range around(const Range& a, const Range& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

// The range of all results of a function that is largest and least at ends of the ranges. Products of numbers
// of 32 bits fit in 64.
template <class Function>
Range at_ends(const Range& a, const Range& b, Function f) {
  const int64_t all[] = {f(a.least, b.least), f(a.least, b.most), f(a.most, b.least), f(a.most, b.most)};
  return {*std::ranges::min_element(all), *std::ranges::max_element(all)};
}

Range of_constant(const Tensor& t) {
  if (t.data->empty()) return {0, 0};
  Range range = {INT64_MAX, INT64_MIN};
  for (size_t i = 0; i + sizeof(int64_t) <= t.data->size(); i += sizeof(int64_t)) {
    int64_t number = 0;
    std::memcpy(&number, t.data->data() + i, sizeof number);
    range = around(range, {number, number});
  }
  return range;
}

Range of_type(DType type) {
  switch (type) {
    case DType::kS32:
      return Range{INT32_MIN, INT32_MAX};
    case DType::kS16:
      return Range{INT16_MIN, INT16_MAX};
    case DType::kS8:
      return Range{INT8_MIN, INT8_MAX};
    case DType::kU8:
      return Range{0, UINT8_MAX};
    case DType::kBool:
      return Range{0, 1};
    default:
      return {};
  }
}

// Whether the results are elements of the operands.
bool moves(OpCode code) {
  switch (code) {
    case OpCode::kReshape:
    case OpCode::kSqueeze:
    case OpCode::kExpandDims:
    case OpCode::kTranspose:
    case OpCode::kConcatenation:
    case OpCode::kPack:
    case OpCode::kUnpack:
    case OpCode::kSlice:
    case OpCode::kStridedSlice:
    case OpCode::kGather:
    case OpCode::kTile:
    case OpCode::kBroadcastTo:
      return true;
    default:
      return false;
  }
}

bool reduces(OpCode code) {
  return code == OpCode::kReduceMax || code == OpCode::kReduceMin || code == OpCode::kSum ||
         code == OpCode::kCumsum;
}

class Narrower {
 public:
  explicit Narrower(Graph& graph) : graph_(graph) {}

  void run() {
    std::vector<Node> nodes;
    for (Node& node : graph_.nodes) {
      for (const TensorId t : node.out) known_[t] = result_of(node, t);
      if (!narrow(node, nodes)) nodes.push_back(std::move(node));
    }
    graph_.nodes = std::move(nodes);
  }

 private:
  bool wide(TensorId t) const { return t != TensorId::kNone && graph_[t].type == DType::kS64; }

  Range range_of(TensorId t) const {
    if (t == TensorId::kNone) return {};
    if (!wide(t)) return of_type(graph_[t].type);
    if (graph_[t].constant()) return of_constant(graph_[t]);
    const auto found = known_.find(t);
    return found == known_.end() ? Range() : found->second;
  }

  Range result_of(const Node& node, TensorId to) const {
    if (!wide(to) || node.in.empty()) return {};
    const OpCode code = op_code(node);
    const Range a = range_of(node.in[0]);
    if (code == OpCode::kArgMax || code == OpCode::kArgMin || code == OpCode::kShape)
      return Range{0, INT32_MAX};
    if (code == OpCode::kCast) return a;
    if (moves(code)) {
      Range range = {INT64_MAX, INT64_MIN};
      for (const TensorId t : node.in)
        if (wide(t)) range = around(range, range_of(t));
      return range;
    }
    if (a.narrow() && reduces(code)) return of_reduction(code, a, graph_[node.in[0]].shape.elements());
    const Range b = node.in.size() == 2 ? range_of(node.in[1]) : Range();
    return a.narrow() && b.narrow() ? of_two(code, a, b) : Range();
  }

  // `count`: elements that are reduced together at most, fewer than 2^31.
  static Range of_reduction(OpCode code, const Range& a, int64_t count) {
    if (code == OpCode::kReduceMax || code == OpCode::kReduceMin) return a;
    return {std::min<int64_t>(0, a.least * count), std::max<int64_t>(0, a.most * count)};
  }

  static Range of_two(OpCode code, const Range& a, const Range& b) {
    switch (code) {
      case OpCode::kAdd:
        return Range{a.least + b.least, a.most + b.most};
      case OpCode::kSub:
        return Range{a.least - b.most, a.most - b.least};
      case OpCode::kMul:
        return at_ends(a, b, [](int64_t x, int64_t y) { return x * y; });
      case OpCode::kMaximum:
        return at_ends(a, b, [](int64_t x, int64_t y) { return std::max(x, y); });
      case OpCode::kMinimum:
        return at_ends(a, b, [](int64_t x, int64_t y) { return std::min(x, y); });
      case OpCode::kFloorMod:  // has the sign of the divisor
        return Range{std::min<int64_t>(b.least + 1, 0), std::max<int64_t>(b.most - 1, 0)};
      case OpCode::kFloorDiv: {  // no farther from 0 than the dividend
        const int64_t far = std::max(-a.least, a.most);
        return Range{-far, far};
      }
      default:
        return {};
    }
  }

  bool accepted(const Node& node, nook::Code refusal) {
    nook::Arena arena = memory_.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    return prepare_node(graph_, node, context).code() != refusal;
  }

  TensorId narrow_of(TensorId t) {
    Tensor narrow = graph_[t].computed("_int32");
    narrow.type = DType::kS32;
    if (graph_[t].constant()) {
      auto bytes = std::make_shared<Bytes>();
      for (size_t i = 0; i < graph_[t].data->size(); i += sizeof(int64_t))  // little-endian
        bytes->insert(bytes->end(), graph_[t].data->begin() + static_cast<ptrdiff_t>(i),
                      graph_[t].data->begin() + static_cast<ptrdiff_t>(i + sizeof(int32_t)));
      narrow.data = std::move(bytes);
    }
    return graph_.add(std::move(narrow));
  }

  static Node cast(TensorId from, TensorId to) {
    Node node;
    node.attrs = nook::Cast::Attrs{};
    node.in = {from}, node.out = {to};
    return node;
  }

  // Appends the operator in int32 with its CASTs; false: it stays as it is.
  bool narrow(const Node& node, std::vector<Node>& nodes) {
    const auto fits = [&](TensorId t) { return !wide(t) || range_of(t).narrow(); };
    const auto is_wide = [&](TensorId t) { return wide(t); };
    const bool none = !std::ranges::any_of(node.out, is_wide) && !std::ranges::any_of(node.in, is_wide);
    if (none || !std::ranges::all_of(node.in, fits) || !std::ranges::all_of(node.out, fits) ||
        accepted(node, nook::Code::kBadType))
      return false;
    const size_t tensors = graph_.tensors.size();
    Node made = node;
    std::vector<Node> before, after;
    for (TensorId& t : made.in) {
      if (!wide(t)) continue;
      const TensorId from = t;
      t = narrow_of(from);
      if (!graph_[from].constant()) before.push_back(cast(from, t));
    }
    for (TensorId& t : made.out) {
      if (!wide(t)) continue;
      const TensorId to = t;
      t = narrow_of(to);
      after.push_back(cast(t, to));
    }
    if (!accepted(made, nook::Code::kBadType)) {
      graph_.tensors.resize(tensors);
      return false;
    }
    nodes.insert(nodes.end(), before.begin(), before.end());
    nodes.push_back(std::move(made));
    nodes.insert(nodes.end(), after.begin(), after.end());
    return true;
  }

  Graph& graph_;
  NodeMemory memory_;
  std::map<TensorId, Range> known_;  // ranges of the results of int64
};

}  // namespace

void narrow_integers(Graph& graph) {
  const bool any = std::ranges::any_of(graph.tensors, [](const Tensor& t) { return t.type == DType::kS64; });
  if (any && graph.regions.empty()) Narrower(graph).run();
}

}  // namespace nookc
