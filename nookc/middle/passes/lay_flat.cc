#include "nookc/middle/passes/lay_flat.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

// A sequence that is stored as a column.
bool is_column(const Tensor& t) {
  const nook::Shape& s = t.shape;
  return !t.constant() && s.rank == 4 && s.dim[0] == 1 && s.dim[1] > 1 && s.dim[2] == 1;
}

bool same_for_all_pixels(const Tensor& t) { return t.constant() && t.shape.elements() == t.shape.back(0); }

nook::PoolAttrs* pool_of(Node& node) {
  if (auto* a = Graph::attrs<nook::AveragePool2D>(node)) return a;
  if (auto* a = Graph::attrs<nook::MaxPool2D>(node)) return a;
  if (auto* a = Graph::attrs<nook::L2Pool2D>(node)) return a;
  return nullptr;
}

void turn(nook::Padding& p) { std::swap(p.top, p.left), std::swap(p.bottom, p.right); }

// How operators compute rows of their output, in the form that prepare() chooses; kNone: unknown.
nook::ByRows rows_of(const Graph& graph, const Node& node, NodeMemory& memory) {
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto op = prepare_node(graph, node, context);
  return op ? op_row(node).forms[static_cast<size_t>(op->form)].rows : nook::ByRows::kNone;
}

class Flattener {
 public:
  explicit Flattener(Graph& graph) : graph_(graph), group_(graph.tensors.size()) {
    std::iota(group_.begin(), group_.end(), size_t{0});
  }

  int run() {
    kinds_.resize(graph_.nodes.size(), Kind::kBorder);
    NodeMemory memory;
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (touches_column(graph_.nodes[i])) kinds_[i] = kind_of(graph_.nodes[i], memory);
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (kinds_[i] != Kind::kBorder) join(graph_.nodes[i]);
    bad_.resize(group_.size()), windows_.resize(group_.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) note(i);
    return rebuild();
  }

 private:
  // Turned, between RESHAPEs, or an operator that computes rows but can't be turned.
  enum class Kind : uint8_t { kBorder, kTurns, kStays };

  template <class Visit>
  void columns(const Node& node, Visit visit) const {
    for (const std::vector<TensorId>* all : {&node.in, &node.out})
      for (const TensorId t : *all)
        if (t != TensorId::kNone && is_column(graph_[t])) visit(t);
  }
  bool touches_column(const Node& node) const {
    bool any = false;
    if (!node.erased()) columns(node, [&](TensorId) { any = true; });
    return any;
  }

  size_t root(size_t t) {
    while (group_[t] != t) t = group_[t] = group_[group_[t]];
    return t;
  }
  void join(const Node& node) {
    size_t first = SIZE_MAX;
    columns(node, [&](TensorId t) {
      if (first == SIZE_MAX) first = root(index(t));
      group_[root(index(t))] = first;
    });
  }

  bool is_window(Node& node) const { return convolution_of(node.attrs) || pool_of(node); }

  bool turns(Node& node, nook::ByRows rows) const {
    if (node.out.size() != 1 || has_state(graph_, node) || !node.unit.empty()) return false;
    if (rows == nook::ByRows::kWindow) return is_window(node) && has_one_column(node);
    if (rows != nook::ByRows::kSlice) return false;
    const int32_t steps = graph_[node.out[0]].shape.rank == 4 ? graph_[node.out[0]].shape.dim[1] : 0;
    for (const TensorId t : node.in)
      if (t != TensorId::kNone && !same_for_all_pixels(graph_[t]) &&
          !(is_column(graph_[t]) && graph_[t].shape.dim[1] == steps))
        return false;
    const auto* joined = Graph::attrs<nook::Concatenation>(node);
    return is_column(graph_[node.out[0]]) && (!joined || joined->axis == 3 || joined->axis == -1);
  }

  // Whether the filter is one column, constant, without padding on its sides.
  bool has_one_column(Node& node) const {
    const nook::Shape& out = graph_[node.out[0]].shape;
    if (!is_column(graph_[node.in[0]]) || out.dim[2] != 1) return false;
    if (const nook::PoolAttrs* pool = pool_of(node))
      return pool->filter_w == 1 && pool->padding.left == 0 && pool->padding.right == 0;
    const Tensor& w = graph_[node.in[1]];
    const nook::Padding& padding = convolution_of(node.attrs)->padding;
    return w.constant() && w.shape.rank == 4 && w.shape.dim[2] == 1 && padding.left == 0 &&
           padding.right == 0;
  }

  Kind kind_of(Node& node, NodeMemory& memory) const {
    if (op_row(node).renames) return Kind::kBorder;
    const nook::ByRows rows = rows_of(graph_, node, memory);
    if (turns(node, rows)) return Kind::kTurns;
    // A mean over all pixels takes them in any shape.
    return rows == nook::ByRows::kWindow || rows == nook::ByRows::kSlice ? Kind::kStays : Kind::kBorder;
  }

  void note(size_t i) {
    Node& node = graph_.nodes[i];
    if (kinds_[i] == Kind::kBorder) return;
    columns(node, [&](TensorId t) {
      if (kinds_[i] == Kind::kStays || graph_[t].variable) bad_[root(index(t))] = true;
      if (is_window(node)) windows_[root(index(t))] = true;
    });
  }

  bool is_turned(size_t i) {
    if (kinds_[i] != Kind::kTurns) return false;
    bool good = true;
    columns(graph_.nodes[i],
            [&](TensorId t) { good = good && !bad_[root(index(t))] && windows_[root(index(t))]; });
    return good;
  }

  static void swap(nook::Shape& shape) { std::swap(shape.dim[1], shape.dim[2]); }

  // A tensor for these bytes in the other shape.
  TensorId flat(TensorId t) {
    const auto [at, fresh] = flat_.try_emplace(t, TensorId::kNone);
    if (!fresh) return at->second;
    Tensor other = graph_[t];
    swap(other.shape), other.name += "_flat", other.source = -1, other.placement = {};
    return at->second = graph_.add(std::move(other));
  }

  void turn_attrs(Node& node) {
    if (nook::PoolAttrs* pool = pool_of(node)) {
      std::swap(pool->filter_h, pool->filter_w), std::swap(pool->stride_h, pool->stride_w);
      turn(pool->padding);
    }
    nook::ConvolutionAttrs* const attrs = convolution_of(node.attrs);
    if (!attrs) return;
    std::swap(attrs->stride_h, attrs->stride_w), std::swap(attrs->dilation_h, attrs->dilation_w);
    turn(attrs->padding);
    Tensor w = graph_[node.in[1]];
    swap(w.shape);
    node.in[1] = graph_.add(std::move(w));
  }

  static Node rename(TensorId from, TensorId to) {
    Node node;
    node.attrs = reshape(), node.in = {from}, node.out = {to};
    return node;
  }

  int rebuild() {
    int count = 0;
    std::vector<Node> nodes;
    std::map<TensorId, bool> is_flat;  // whether the flat tensor exists where the next node runs
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      Node node = graph_.nodes[i];
      if (!is_turned(i)) {
        nodes.push_back(std::move(node));
        continue;
      }
      ++count;
      for (TensorId& t : node.in) {
        if (t == TensorId::kNone || !is_column(graph_[t])) continue;
        if (!std::exchange(is_flat[t], true)) nodes.push_back(rename(t, flat(t)));
        t = flat(t);
      }
      turn_attrs(node);
      const TensorId whole = node.out[0];
      node.out[0] = flat(whole), is_flat[whole] = true;
      nodes.push_back(std::move(node));
      nodes.push_back(rename(flat(whole), whole));
    }
    graph_.nodes = std::move(nodes);
    return count;
  }

  Graph& graph_;
  std::vector<size_t> group_;  // union-find over tensors
  std::vector<Kind> kinds_;    // per node
  std::vector<bool> bad_, windows_;
  std::map<TensorId, TensorId> flat_;
};

}  // namespace

int lay_flat(Graph& graph) {
  if (std::ranges::none_of(graph.tensors, is_column)) return 0;
  return Flattener(graph).run();
}

}  // namespace nookc
