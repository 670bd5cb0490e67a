// The rule of each kind of operator: how its rows depend on the rows of its operands. An operator that is not
// named here reads the whole window.
#include <algorithm>
#include <optional>

#include "nook/ops/block_sums/block_sums_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/layer_norm/layer_norm_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/elementwise.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/middle/hop/motion.h"

namespace nookc {
namespace {

using Kind = RowRule::Kind;
using nook::OpCode;

constexpr RowRule kWhole = {Kind::kWhole};

RowRule each(int dim) { return {Kind::kEach, 1, 0, 1, dim}; }

struct Question {
  const Graph& graph;
  const Node& node;
  const std::vector<TimeAxis>& axes;

  const TimeAxis& axis(size_t i) const { return axes[index(node.in[i])]; }
  const nook::Shape& in(size_t i) const { return graph[node.in[i]].shape; }
  const nook::Shape& out() const { return graph[node.out[0]].shape; }
  bool given(size_t i) const { return i < node.in.size() && node.in[i] != TensorId::kNone; }
};

int64_t product(const nook::Shape& shape, int from, int to) {
  int64_t all = 1;
  for (int i = from; i < to; ++i) all *= shape.dim[i];
  return all;
}

// The dimension of y whose indices are the rows of x, where y has the elements of x, or others for each row,
// in the same order. -1: there is none.
int same_dimension(const nook::Shape& x, int dim, const nook::Shape& y) {
  const int64_t outer = product(x, 0, dim);
  for (int d = 0; d < y.rank; ++d)
    if (product(y, 0, d) == outer && y.dim[d] == x.dim[dim]) return d;
  return -1;
}

// Elements of several operands that are repeated as needed. All moving ones have the same rows.
RowRule broadcast(const Question& q) {
  int dim = -1;
  int32_t step = 0;
  for (size_t i = 0; i < q.node.in.size(); ++i) {
    if (!q.given(i) || !q.axis(i).moves()) continue;
    const int at = q.axis(i).dim + q.out().rank - q.in(i).rank;
    if ((dim >= 0 && (dim != at || step != q.axis(i).step)) || q.axis(i).rows != q.out().dim[at])
      return kWhole;
    dim = at, step = q.axis(i).step;
  }
  for (size_t i = 0; i < q.node.in.size(); ++i) {
    if (!q.given(i) || q.axis(i).moves()) continue;
    if (!q.graph[q.node.in[i]].constant()) return kWhole;  // it is another one in each window
    const int at = dim - (q.out().rank - q.in(i).rank);
    if (at >= 0 && q.in(i).dim[at] != 1) return kWhole;  // a value for each row of the window
  }
  return each(dim);
}

RowRule renamed(const Question& q) {
  const int dim = same_dimension(q.in(0), q.axis(0).dim, q.out());
  return dim < 0 ? kWhole : each(dim);
}

RowRule joined(const Question& q) {
  const auto& attrs = *Graph::attrs<nook::Concatenation>(q.node);
  const int axis = attrs.axis < 0 ? attrs.axis + q.out().rank : attrs.axis;
  const TimeAxis& first = q.axis(0);
  for (size_t i = 0; i < q.node.in.size(); ++i)
    if (!q.axis(i).moves() || q.axis(i).dim != first.dim || q.axis(i).step != first.step) return kWhole;
  return axis == first.dim ? kWhole : each(first.dim);
}

RowRule split(const Question& q, size_t data, size_t axis_operand) {
  const auto axis = integers_of(q.graph, q.node.in[axis_operand]);
  if (axis.size() != 1) return kWhole;
  const int64_t at = axis[0] < 0 ? axis[0] + q.in(data).rank : axis[0];
  return at == q.axis(data).dim ? kWhole : each(q.axis(data).dim);
}

// A float layer with integer weights finds the range of all of its input first.
bool finds_range(const Question& q) {
  const bool* const narrow = narrow_of(const_cast<Attrs&>(q.node.attrs));
  return q.graph[q.node.in[0]].type == nook::DType::kF32 && q.graph[q.node.in[1]].type != nook::DType::kF32 &&
         !(narrow && *narrow);
}

RowRule dense(const Question& q) {
  if (q.axis(1).moves() || (q.given(2) && q.axis(2).moves()) || finds_range(q)) return kWhole;
  const nook::Shape& x = q.in(0);
  const int dim = q.axis(0).dim;
  const int64_t row = product(x, dim + 1, x.rank), features = q.in(1).back(0);
  if (features == 0 || row % features != 0) return kWhole;
  const int at = same_dimension(x, dim, q.out());
  return at < 0 ? kWhole : each(at);
}

RowRule filtered(const Question& q) {
  Node copy = q.node;
  const auto filter = sliding_filter(q.graph, copy);
  const int a = q.axis(0).dim - 1;
  if (!filter || a < 0 || a > 1 || filter->axis[a].out <= 1) return kWhole;
  if (convolution_of(copy.attrs) && (!q.graph[q.node.in[1]].constant() || finds_range(q))) return kWhole;
  const SlidingFilter::Axis& axis = filter->axis[a];
  return {Kind::kWindow, axis.stride, axis.before, filter->reach(a), a + 1};
}

// Blocks follow each other without gaps.
RowRule summed(const Question& q, const nook::BlockSums::Attrs& attrs) {
  const int dim = q.axis(0).dim;
  if (dim < 1 || dim > q.in(0).rank - 2) return each(dim);
  const int32_t block = dim == 1 ? attrs.height : attrs.width;
  return {Kind::kWindow, block, 0, block, dim};
}

RowRule padded(const Question& q) {
  const auto margins = integers_of(q.graph, q.node.in[1]);
  const int dim = q.axis(0).dim;
  if (static_cast<int>(margins.size()) != 2 * q.in(0).rank) return kWhole;
  const int64_t before = margins[static_cast<size_t>(2 * dim)];
  const int64_t after = margins[static_cast<size_t>(2 * dim + 1)];
  if (before == 0 && after == 0) return each(dim);
  if (before < 0 || after < 0) return kWhole;
  return {Kind::kWindow, 1, static_cast<int32_t>(before), 1, dim};
}

RowRule transposed(const Question& q) {
  const auto order = integers_of(q.graph, q.node.in[1]);
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] == q.axis(0).dim) return each(static_cast<int>(i));
  return kWhole;
}

RowRule reduced(const Question& q) {
  const int dim = q.axis(0).dim, rank = q.in(0).rank;
  uint32_t axes = 0;
  for (int64_t axis : integers_of(q.graph, q.node.in[1])) {
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return kWhole;
    axes |= 1u << axis;
  }
  if (axes == 0 || (axes >> dim & 1u) != 0) return kWhole;
  int at = dim;
  if (q.out().rank < rank)
    for (int d = 0; d < dim; ++d) at -= static_cast<int>(axes >> d & 1u);
  return each(at);
}

// The part of x that a SLICE or a STRIDED_SLICE takes has its first element here, in steps of 1. Without a
// value: this can't be said.
std::optional<int64_t> begin_of_part(const Question& q, int dim) {
  const auto begin = integers_of(q.graph, q.node.in[1]);
  const auto at = static_cast<size_t>(dim);
  const auto* const strided = Graph::attrs<nook::StridedSlice>(q.node);
  if (!strided) return at < begin.size() ? std::optional(begin[at]) : std::nullopt;
  if ((strided->ellipsis_mask | strided->new_axis_mask | strided->shrink_axis_mask) != 0) return {};
  if (at >= begin.size()) return 0;
  const auto stride = integers_of(q.graph, q.node.in[3]);
  if (at >= stride.size() || stride[at] != 1) return {};
  if ((strided->begin_mask >> dim & 1u) != 0) return 0;
  const int64_t rows = q.in(0).dim[dim], first = begin[at] < 0 ? begin[at] + rows : begin[at];
  return std::clamp(first, int64_t{0}, rows);
}

// Whether a dimension of which all elements are taken comes in another order.
bool reverses(const Question& q) {
  if (!Graph::attrs<nook::StridedSlice>(q.node)) return false;
  const auto strides = integers_of(q.graph, q.node.in[3]);
  return std::ranges::any_of(strides, [](int64_t stride) { return stride != 1; });
}

RowRule sliced(const Question& q) {
  const int dim = q.axis(0).dim;
  const nook::Shape &x = q.in(0), &y = q.out();
  if (x.rank != y.rank) return kWhole;
  const auto begin = begin_of_part(q, dim);
  if (!begin || *begin < 0) return kWhole;
  if (x.dim[dim] == y.dim[dim]) return each(dim);
  for (int d = 0; d < x.rank; ++d)  // a part in another dimension too
    if (d != dim && x.dim[d] != y.dim[d]) return kWhole;
  if (reverses(q)) return kWhole;
  return {Kind::kPart, 1, -static_cast<int32_t>(*begin), 1, dim};
}

// Along the innermost dimensions.
RowRule along(const Question& q, int inner) {
  return q.axis(0).dim < q.in(0).rank - inner ? each(q.axis(0).dim) : kWhole;
}

bool several_scales(const Question& q) {
  const auto several = [&](TensorId t) {
    return t != TensorId::kNone && !q.graph[t].constant() && q.graph[t].scales.size() > 1;
  };
  return std::ranges::any_of(q.node.in, several) || std::ranges::any_of(q.node.out, several);
}

RowRule elementwise(const Question& q) { return works_on_elements(op_code(q.node)) ? broadcast(q) : kWhole; }

RowRule rule(const Question& q) {
  switch (op_code(q.node)) {
    case OpCode::kConv2D:
    case OpCode::kDepthwiseConv2D:
    case OpCode::kAveragePool2D:
    case OpCode::kMaxPool2D:
    case OpCode::kL2Pool2D:
      return filtered(q);
    case OpCode::kPad:
      return padded(q);
    case OpCode::kReshape:
    case OpCode::kSqueeze:
    case OpCode::kExpandDims:
      return renamed(q);
    case OpCode::kConcatenation:
      return joined(q);
    case OpCode::kSplit:
      return split(q, 1, 0);
    case OpCode::kSplitV:
      return split(q, 0, 2);
    case OpCode::kSlice:
    case OpCode::kStridedSlice:
      return sliced(q);
    case OpCode::kTranspose:
      return transposed(q);
    case OpCode::kFullyConnected:
      return dense(q);
    case OpCode::kSoftmax:
    case OpCode::kLogSoftmax:
      return along(q, 1);
    case OpCode::kMean:
    case OpCode::kSum:
    case OpCode::kReduceMax:
    case OpCode::kReduceMin:
      return reduced(q);
    default:
      break;
  }
  if (const auto* sums = Graph::attrs<nook::BlockSums>(q.node)) return summed(q, *sums);
  if (const auto* norm = Graph::attrs<nook::LayerNorm>(q.node)) return along(q, norm->dimensions);
  if (op_name(q.node) == "NOOK_LOOKUP") return each(q.axis(0).dim);
  return elementwise(q);
}

}  // namespace

RowRule rule_of(const Graph& graph, const Node& node, const std::vector<TimeAxis>& axes) {
  const Question q{graph, node, axes};
  const size_t data = op_row(node).signature.first(nook::Role::kData);
  if (has_state(graph, node) || several_scales(q) || !q.given(data)) return kWhole;
  const RowRule found = q.axis(data).moves() ? rule(q) : elementwise(q);
  if (found.kind == Kind::kWhole) return found;
  for (TensorId t : node.out)
    if (found.out_dim >= graph[t].shape.rank || graph[t].shape.dim[found.out_dim] <= 1) return kWhole;
  return found;
}

}  // namespace nookc
