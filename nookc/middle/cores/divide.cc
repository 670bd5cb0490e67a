#include "nookc/middle/cores/divide.h"

#include <algorithm>
#include <optional>

#include "nook/ops/slice/slice_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/join_attrs.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/middle/hop/hop_part.h"
#include "nookc/middle/passes/evaluate.h"
#include "nookc/middle/passes/parts.h"
#include "nookc/middle/passes/split_outputs.h"

namespace nookc {
namespace {

// A smaller operator takes about as long as the signals for its halves (steps_of()).
constexpr int64_t kLeastSteps = 500;

// The outermost dimension with more than one element; -1: a single element.
int outermost(const nook::Shape& shape) {
  for (int d = 0; d < shape.rank; ++d)
    if (shape.dim[d] != 1) return d;
  return -1;
}

TimeAxis time_axis_of(const Tensor& t) {
  const int dim = t.constant() ? -1 : outermost(t.shape);
  if (dim < 0) return {};
  return {dim, t.shape.dim[dim], 1, {0, t.shape.dim[dim]}};
}

class Divider {
 public:
  Divider(Graph& graph, const std::set<int32_t>& whole) : graph_(graph), whole_(whole) {
    for (const Tensor& t : graph.tensors) axes_.push_back(time_axis_of(t));
  }

  int run() {
    int divided = 0;
    for (const Node& node : std::vector<Node>(graph_.nodes)) {
      if (may_divide(node) && (by_pixels(node) || by_rows(node) || by_outputs(node)))
        ++divided;
      else
        nodes_.push_back(node);
    }
    graph_.nodes = std::move(nodes_);
    return divided;
  }

 private:
  bool may_divide(const Node& node) const {
    return !node.erased() && !whole_.contains(node.source) && node.out.size() == 1 && node.unit.empty() &&
           node.parts.empty() && !op_row(node).renames && !has_state(graph_, node) && !may_wait(node) &&
           !graph_[node.out[0]].variable && !graph_.window_of(node.out[0]) &&
           nook::size_of(graph_[node.out[0]].type) > 0 && steps_of(graph_, node) >= kLeastSteps;
  }

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
    const TimeAxis axis = axes_[index(from)];
    if (rows.count() == axis.rows) return from;
    const TensorId to = add(from, suffix(rows), axis.dim, rows.count());
    const nook::Shape shape = graph_[to].shape;
    std::vector<int32_t> begin(shape.rank), size(shape.dim, shape.dim + shape.rank);
    begin[static_cast<size_t>(axis.dim)] = rows.begin;
    Node cut;
    cut.attrs = nook::Slice::Attrs{};
    const std::string name = graph_[to].name;
    cut.in = {from, add_integers(graph_, name + "_begin", begin), add_integers(graph_, name + "_size", size)};
    axes_.resize(graph_.tensors.size());
    cut.out = {to};
    push_view(std::move(cut));
    return to;
  }

  static std::string suffix(Rows rows) {
    return "_rows_" + std::to_string(rows.begin) + "_" + std::to_string(rows.end - 1);
  }

  // The rows of operand 0 that a part reads: at least one.
  static Rows read(const RowRule& rule, Rows made, int32_t rows) {
    return rule.kind == RowRule::Kind::kEach ? made : RowRule::inside(rule.seen(made), rows);
  }

  // The first core also runs all operators that stay whole, so the second gets the row in the middle.
  static std::pair<Rows, Rows> halves(int32_t rows) { return {{0, rows / 2}, {rows / 2, rows}}; }

  void push_half(const Node& node, const RowRule& rule, Rows made, Node& join) {
    Node half = node;
    half.folded.clear(), half.scratch = {};
    const int32_t rows = axes_[index(node.in[op_row(node).signature.first(nook::Role::kData)])].rows;
    Motion motion{axes_, {}, 1};
    narrow(graph_, motion, {rule, made, rows}, half);
    axes_.resize(graph_.tensors.size());
    for (TensorId& t : half.in)
      if (t != TensorId::kNone && axes_[index(t)].moves())
        t = slice(t, read(rule, made, axes_[index(t)].rows));
    half.out = {add(node.out[0], suffix(made), rule.out_dim, made.count())};
    join.in.push_back(half.out[0]);
    nodes_.push_back(std::move(half));
  }

  Node join_of(const Node& node, int dim) const {
    Node join;
    join.attrs = concatenation(dim), join.source = node.source, join.folded = node.folded,
    join.out = node.out;
    return join;
  }

  // A filter sees one image at a time; so do its halves of several images.
  RowRule rule_for(const Node& node) const {
    Node copy = node;
    const TensorId x = node.in[op_row(node).signature.first(nook::Role::kData)];
    if (x == TensorId::kNone || axes_[index(x)].dim != 0 || !sliding_filter(graph_, copy))
      return rule_of(graph_, node, axes_);
    const nook::ConvolutionAttrs* const conv = convolution_of(copy.attrs);
    const bool constant = !conv || graph_[node.in[1]].constant(),
               finds_range =
                   conv && graph_[x].type != graph_[node.in[1]].type && graph_[x].type == nook::DType::kF32;
    RowRule rule;
    rule.kind = constant && !finds_range ? RowRule::Kind::kEach : RowRule::Kind::kWhole, rule.out_dim = 0;
    return rule;
  }

  bool by_rows(const Node& node) {
    const RowRule rule = rule_for(node);
    using Kind = RowRule::Kind;
    if (rule.kind != Kind::kEach && rule.kind != Kind::kWindow) return false;
    const nook::Shape& shape = graph_[node.out[0]].shape;
    if (rule.out_dim != outermost(shape)) return false;
    const auto [first, second] = halves(shape.dim[rule.out_dim]);
    for (const Rows& made : {first, second})
      for (TensorId t : node.in)
        if (t != TensorId::kNone && axes_[index(t)].moves() && read(rule, made, axes_[index(t)].rows).empty())
          return false;
    Node join = join_of(node, rule.out_dim);
    push_half(node, rule, first, join);
    push_half(node, rule, second, join);
    push_view(std::move(join));
    return true;
  }

  // A pointwise convolution of an image with several rows runs on one row of all pixels.
  bool by_pixels(const Node& node) {
    if (!is_pointwise(node)) return false;
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

  // Whether the filter has one tap and steps from pixel to pixel.
  bool is_pointwise(const Node& node) const {
    Attrs attrs = node.attrs;
    const nook::ConvolutionAttrs* const conv = convolution_of(attrs);
    if (!conv || op_code(node) != nook::OpCode::kConv2D || conv->stride_h != 1 || conv->stride_w != 1)
      return false;
    const nook::Shape &w = graph_[node.in[1]].shape, &x = graph_[node.in[0]].shape,
                      &y = graph_[node.out[0]].shape;
    return w.rank == 4 && x.rank == 4 && y.rank == 4 && w.dim[1] == 1 && w.dim[2] == 1 &&
           x.dim[1] == y.dim[1] && x.dim[2] == y.dim[2];
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
  const std::set<int32_t>& whole_;
  std::vector<TimeAxis> axes_;
  std::vector<Node> nodes_;
};

}  // namespace

int divide_for_cores(Graph& graph, const std::set<int32_t>& whole) {
  return graph.regions.empty() ? Divider(graph, whole).run() : 0;
}

}  // namespace nookc
