#include "nookc/middle/cores/divide.h"

#include <algorithm>
#include <map>
#include <optional>

#include "nook/ops/slice/slice_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/join_attrs.h"
#include "nookc/middle/cores/halves.h"
#include "nookc/middle/hop/hop_part.h"
#include "nookc/middle/passes/evaluate.h"
#include "nookc/middle/passes/parts.h"
#include "nookc/middle/passes/split_outputs.h"

namespace nookc {
namespace {

// Whether the filter has one tap and steps from pixel to pixel.
bool is_pointwise(const Graph& graph, const Node& node) {
  Attrs attrs = node.attrs;
  const nook::ConvolutionAttrs* const conv = convolution_of(attrs);
  if (!conv || op_code(node) != nook::OpCode::kConv2D || conv->stride_h != 1 || conv->stride_w != 1)
    return false;
  const nook::Shape &w = graph[node.in[1]].shape, &x = graph[node.in[0]].shape, &y = graph[node.out[0]].shape;
  return w.rank == 4 && x.rank == 4 && y.rank == 4 && w.dim[1] == 1 && w.dim[2] == 1 &&
         x.dim[1] == y.dim[1] && x.dim[2] == y.dim[2];
}

class Divider {
 public:
  Divider(Graph& graph, const HalvesWish& wish) : graph_(graph), wish_(wish) {
    for (const Tensor& t : graph.tensors) axes_.push_back(time_axis_of(t));
    separate_ = find_separate(graph, axes_, wish);
  }

  int run() {
    int divided = 0;
    for (const Node& node : std::vector<Node>(graph_.nodes)) {
      if (may_divide(graph_, node, wish_.whole) && (by_pixels(node) || by_rows(node) || by_outputs(node)))
        ++divided;
      else
        nodes_.push_back(node);
    }
    graph_.nodes = std::move(nodes_);
    return divided;
  }

 private:
  TensorId add(TensorId like, const std::string& suffix, int dim, int32_t count) {
    Tensor part = graph_[like].computed(suffix);
    part.narrowed = {}, part.placement = {};
    part.shape.dim[dim] = count;
    axes_.push_back({});
    return graph_.add(std::move(part));
  }

  // A node that only renames bytes.
  void push_view(Node node) {
    node.parts = parts_of(graph_, node);
    invariant(!node.parts.empty(), "halves are contiguous");
    nodes_.push_back(std::move(node));
  }

  TensorId slice(TensorId from, Rows rows) {
    if (rows.count() == axes_[index(from)].rows) return from;
    Node cut = cut_of(from, rows, "");
    const TensorId to = cut.out[0];
    push_view(std::move(cut));
    return to;
  }

  Node cut_of(TensorId from, Rows rows, const std::string& more) {
    const TimeAxis axis = axes_[index(from)];
    const TensorId to = add(from, suffix(rows) + more, axis.dim, rows.count());
    const nook::Shape shape = graph_[to].shape;
    std::vector<int32_t> begin(shape.rank), size(shape.dim, shape.dim + shape.rank);
    begin[static_cast<size_t>(axis.dim)] = rows.begin;
    Node cut;
    cut.attrs = nook::Slice::Attrs{};
    const std::string name = graph_[to].name;
    cut.in = {from, add_integers(graph_, name + "_begin", begin), add_integers(graph_, name + "_size", size)};
    axes_.resize(graph_.tensors.size());
    cut.out = {to};
    return cut;
  }

  static std::string suffix(Rows rows) {
    return "_rows_" + std::to_string(rows.begin) + "_" + std::to_string(rows.end - 1);
  }

  void push_half(const Node& node, const RowRule& rule, Rows made, Node& join) {
    Node half = node;
    half.folded.clear(), half.scratch = {};
    const int32_t rows = axes_[index(node.in[op_row(node).signature.first(nook::Role::kData)])].rows;
    Motion motion{axes_, {}, 1};
    narrow(graph_, motion, {rule, made, rows}, half);
    axes_.resize(graph_.tensors.size());
    for (TensorId& t : half.in)
      if (t != TensorId::kNone && axes_[index(t)].moves())
        t = rows_of(t, rows_read(rule, made, axes_[index(t)].rows), made.begin > 0);
    half.out = {add(node.out[0], suffix(made), rule.out_dim, made.count())};
    join.in.push_back(half.out[0]);
    nodes_.push_back(std::move(half));
  }

  bool is_separate(TensorId t) const { return t != TensorId::kNone && separate_.contains(t); }

  // The rows of a tensor that one half of an operator reads.
  TensorId rows_of(TensorId t, Rows rows, bool second) {
    if (!is_separate(t)) return slice(t, rows);
    const SeparateHalves& halves = separate_.at(t);
    if (!second) return slice(halves.first, rows);
    return slice(halves.second, {rows.begin - halves.begin, rows.end - halves.begin});
  }

  // Keeps both halves of an operator's result where they are, each followed, or preceded, by a copy of the
  // rows of the other that are read with it.
  void keep_separate(const Node& node, const Node& join, int32_t middle) {
    SeparateHalves& halves = separate_.at(node.out[0]);
    const int dim = axes_[index(node.out[0])].dim;
    const int32_t rows = axes_[index(node.out[0])].rows;
    const TensorId first = join.in[0], second = join.in[1];
    for (const TensorId t : {first, second}) axes_[index(t)] = time_axis_of(graph_[t]);
    TensorId after = TensorId::kNone, before = TensorId::kNone;
    if (halves.end > middle) after = copy(second, {0, halves.end - middle});
    if (halves.begin < middle) before = copy(first, {halves.begin, middle});
    const auto joined = [&](TensorId upper, TensorId lower, Rows all) {
      if (upper == TensorId::kNone || lower == TensorId::kNone)
        return upper == TensorId::kNone ? lower : upper;
      Node both = join_of(node, dim);
      both.in = {upper, lower}, both.out = {add(node.out[0], suffix(all) + "_separate", dim, all.count())};
      axes_[index(both.out[0])] = time_axis_of(graph_[both.out[0]]);
      push_view(both);
      return both.out[0];
    };
    halves.first = joined(first, after, {0, halves.end});
    halves.second = joined(before, second, {halves.begin, rows});
  }

  // A copy of some rows, which takes less time than two signals.
  TensorId copy(TensorId from, Rows rows) {
    Node cut = cut_of(from, rows, "_copy");
    const TensorId to = cut.out[0];
    nodes_.push_back(std::move(cut));
    return to;
  }

  Node join_of(const Node& node, int dim) const {
    Node join;
    join.attrs = concatenation(dim), join.source = node.source, join.folded = node.folded,
    join.out = node.out;
    return join;
  }

  bool by_rows(const Node& node) {
    const std::optional<RowRule> rule = divisible_rows(graph_, node, axes_);
    if (!rule) return false;
    const auto [first, second] = halves_of(graph_[node.out[0]].shape.dim[rule->out_dim]);
    Node join = join_of(node, rule->out_dim);
    push_half(node, *rule, first, join);
    push_half(node, *rule, second, join);
    if (is_separate(node.out[0]))
      keep_separate(node, join, first.end);
    else
      push_view(std::move(join));
    return true;
  }

  // A pointwise convolution of an image with several rows runs on one row of all pixels.
  bool by_pixels(const Node& node) {
    if (!is_pointwise(graph_, node) || is_separate(node.in[0]) || is_separate(node.out[0])) return false;
    const nook::Shape &x = graph_[node.in[0]].shape, &y = graph_[node.out[0]].shape;
    if (x.dim[0] != 1 || y.dim[1] % 2 == 0 || y.dim[1] == 1 || y.dim[2] == 1) return false;
    Node flat = node;
    flat.in[0] = reshaped(node.in[0]);
    flat.out[0] = graph_.add(in_one_row(node.out[0]));
    axes_.push_back(time_axis_of(graph_[flat.out[0]]));
    if (!by_rows(flat)) return false;
    Node back;
    back.attrs = reshape(), back.in = {flat.out[0]}, back.out = node.out;
    nodes_.push_back(std::move(back));
    return true;
  }

  Tensor in_one_row(TensorId t) const {
    Tensor row = graph_[t].computed("_in_one_row");
    row.narrowed = {}, row.placement = {};
    row.shape.dim[2] *= row.shape.dim[1], row.shape.dim[1] = 1;
    return row;
  }

  TensorId reshaped(TensorId t) {
    const TensorId row = graph_.add(in_one_row(t));
    axes_.push_back(time_axis_of(graph_[row]));
    Node view;
    view.attrs = reshape(), view.in = {t}, view.out = {row};
    nodes_.push_back(std::move(view));
    return row;
  }

  bool by_outputs(const Node& node) {
    const int32_t outputs = outputs_of_layer(graph_, node);
    if (outputs < 2 || outermost(graph_[node.out[0]].shape) != graph_[node.out[0]].shape.rank - 1)
      return false;
    const size_t at = nodes_.size();
    append_parts(graph_, node, outputs < 16 ? (outputs + 1) / 2 : (outputs + 15) / 16 * 8, nodes_);
    axes_.resize(graph_.tensors.size());
    Node join = std::move(nodes_.back());
    nodes_.pop_back();
    invariant(nodes_.size() == at + 2, "two halves");
    push_view(std::move(join));
    return true;
  }

  Graph& graph_;
  const HalvesWish& wish_;
  std::map<TensorId, SeparateHalves> separate_;
  std::vector<TimeAxis> axes_;
  std::vector<Node> nodes_;
};

}  // namespace

int divide_for_cores(Graph& graph, const HalvesWish& wish) {
  return graph.regions.empty() ? Divider(graph, wish).run() : 0;
}

}  // namespace nookc
