#include "nookc/front/import/computed_bounds.h"

#include <algorithm>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nookc/front/import/bounds.h"
#include "nookc/front/import/operator_writer.h"

namespace nookc::importing {
namespace {

int32_t narrow(int64_t number) { return static_cast<int32_t>(number); }

bool fits(const Number& n) { return n.plus >= INT32_MIN && n.plus <= INT32_MAX; }

// The size that the model records for a dimension of a result; nothing: it leaves the size open.
std::optional<int32_t> recorded(const Import& d, const nook::OperatorView& op, const Tensor& y, size_t dim) {
  const auto signature = d.here.view.tensor(static_cast<uint32_t>(op.outputs()[0])).shape_signature();
  if (dim >= y.shape.rank) return {};
  if (!signature.empty() && (dim >= signature.size() || signature[static_cast<uint32_t>(dim)] < 0)) return {};
  return y.shape.dim[dim];
}

// The number of elements along each dimension of the operand; nothing: one is not known.
std::optional<Ints> sizes_of(const Import& d, const nook::OperatorView& op, const Node& node,
                             const std::vector<Bounds>& bounds) {
  const Tensor& y = d.graph[node.out[0]];
  Ints sizes;
  size_t result = 0;  // dimension of the result
  for (const Bounds& b : bounds) {
    const auto in_model = recorded(d, op, y, result);
    const auto known = b.size();
    if (!fits(b.begin) || b.varies() || (!known && (!in_model || *in_model < 1))) return {};
    sizes.push_back(known ? narrow(*known) : *in_model);
    result += b.shrinks ? 0 : 1;
  }
  return sizes;
}

// The part of x along the dimensions with constant bounds.
TensorId constant_part(const Graph& graph, OperatorWriter& to, TensorId x, const std::vector<Bounds>& bounds,
                       const Ints& sizes) {
  nook::Shape shape = graph[x].shape;
  Ints begin, end, strides;
  for (size_t k = 0; k < bounds.size(); ++k) {
    const Bounds& b = bounds[k];
    const bool here = b.begin.constant();
    begin.push_back(here ? narrow(b.begin.plus) : 0);
    strides.push_back(here ? narrow(std::min<int64_t>(b.stride, shape.dim[k])) : 1);
    end.push_back(here ? begin[k] + (sizes[k] - 1) * strides[k] + 1 : shape.dim[k]);
    if (here) shape.dim[k] = sizes[k];
  }
  if (shape == graph[x].shape) return x;
  return to.emit(nook::StridedSlice::Attrs{}, {x, to.ints(begin), to.ints(end), to.ints(strides)},
                 to.like(x, shape));
}

// The indices begin, begin + stride, ... A negative begin of STRIDED_SLICE counts from the end.
TensorId indices(OperatorWriter& to, const Bounds& b, int32_t size, int32_t dim, bool from_the_end) {
  TensorId t = to.number(b.begin);
  if (from_the_end) {
    const TensorId before = to.emit(nook::Less::Attrs{}, {t, to.ints({0})},
                                    to.fresh(nook::DType::kBool, OperatorWriter::vector(1)));
    const TensorId wrapped = to.plus(t, {dim});
    t = to.whole(nook::SelectV2::Attrs{}, {before, wrapped, t}, 1);
  }
  if (size == 1) return t;
  Ints steps;
  for (int32_t i = 0; i < size; ++i) steps.push_back(i * narrow(b.stride));
  return to.plus(t, steps);
}

constexpr int32_t kMostIndices = 4096;

// Whether the part lies inside x for some begin.
bool possible(const Bounds& b, int32_t size, int32_t dim) {
  if (size < 1 || size > dim || b.stride > dim) return false;
  const int64_t last = int64_t{size - 1} * b.stride;
  if (!b.begin.constant()) return last < dim && size <= kMostIndices;
  return b.begin.plus >= 0 && b.begin.plus + last < dim;
}

}  // namespace

bool replace_slice(Import& d, const Node& node, const nook::OperatorView& op) {
  if (!is_slice(d.graph, node)) return false;
  const auto computed = [&](TensorId t) { return !d.graph[t].constant(); };
  if (std::none_of(node.in.begin() + 1, node.in.end(), computed)) return false;
  const auto bounds = bounds_of(d.graph, d.makers, node);
  const auto sizes = bounds ? sizes_of(d, op, node, *bounds) : std::nullopt;
  if (!sizes) return false;
  const TensorId x = node.in[0], y = node.out[0];
  const nook::Shape from = d.graph[x].shape;
  nook::Shape shape;
  for (size_t k = 0; k < bounds->size(); ++k) {
    if (!possible((*bounds)[k], (*sizes)[k], from.dim[k])) return false;
    if (!(*bounds)[k].shrinks) shape.dim[shape.rank++] = (*sizes)[k];
  }
  OperatorWriter to(d, d.graph[y].name);
  const bool from_the_end = op_code(node) == nook::OpCode::kStridedSlice;
  TensorId part = constant_part(d.graph, to, x, *bounds, *sizes);
  for (size_t k = 0; k < bounds->size(); ++k) {
    if ((*bounds)[k].begin.constant()) continue;
    nook::Gather::Attrs attrs;
    attrs.axis = static_cast<int32_t>(k);
    nook::Shape picked = d.graph[part].shape;
    picked.dim[k] = (*sizes)[k];
    const TensorId at = indices(to, (*bounds)[k], (*sizes)[k], from.dim[k], from_the_end);
    part = to.emit(attrs, {part, at}, to.like(x, picked));
  }
  d.graph[y].shape = shape;
  to.emit(nook::Reshape::Attrs{}, {part}, y);
  d.rewritten = true;
  return true;
}

namespace {

// A slice of x along one dimension only.
struct Part {
  TensorId x;
  Bounds along;
};

std::optional<Part> part_along(Import& d, TensorId t, size_t axis) {
  const Node* const found = d.makers.of(d.graph, t);
  if (!found || !is_slice(d.graph, *found)) return {};
  const Node node = *found;
  const auto bounds = bounds_of(d.graph, d.makers, node);
  if (!bounds || axis >= bounds->size()) return {};
  const nook::Shape& x = d.graph[node.in[0]].shape;
  for (size_t k = 0; k < bounds->size(); ++k)
    if (k != axis && !(*bounds)[k].whole(x.dim[k])) return {};
  const Bounds& along = (*bounds)[axis];
  if (along.stride != 1 || along.shrinks || !along.end) return {};
  return Part{node.in[0], along};
}

// Whether a value of this shape takes the place of a part of x along `axis`.
bool fits_in(const nook::Shape& part, const nook::Shape& x, size_t axis) {
  if (part.rank != x.rank) return false;
  for (size_t k = 0; k < x.rank; ++k)
    if (k == axis ? part.dim[k] < 1 || part.dim[k] > x.dim[k] : part.dim[k] != x.dim[k]) return false;
  return true;
}

}  // namespace

bool replace_update(Import& d, const Node& node) {
  const auto* const join = Graph::attrs<nook::Concatenation>(node);
  if (std::ranges::find(node.in, TensorId::kNone) != node.in.end()) return false;
  if (!join || node.in.size() != 3 || join->fused_activation != nook::Activation::kNone) return false;
  const TensorId part = node.in[1], y = node.out[0];
  const int32_t rank = d.graph[part].shape.rank;
  const int32_t given = join->axis < 0 ? join->axis + rank : join->axis;
  if (given < 0 || given >= rank) return false;
  const auto axis = static_cast<size_t>(given);
  const auto before = part_along(d, node.in[0], axis), after = part_along(d, node.in[2], axis);
  if (!before || !after || before->x != after->x) return false;
  const TensorId x = before->x;
  const nook::Shape shape = d.graph[x].shape;
  if (!fits_in(d.graph[part].shape, shape, axis)) return false;
  const Number start = *before->along.end;
  const Number dim{TensorId::kNone, 0, shape.dim[axis]};
  const bool meets = before->along.begin == Number() && !start.constant() && fits(start) &&
                     after->along.end == dim &&
                     difference(after->along.begin, start) == d.graph[part].shape.dim[axis];
  if (!meets || !d.graph.same_quantization(x, part) || !d.graph.same_quantization(x, y)) return false;
  OperatorWriter to(d, d.graph[y].name);
  const TensorId at = to.place(start, static_cast<size_t>(rank), axis);
  d.graph[y].shape = shape;
  to.emit(nook::DynamicUpdateSlice::Attrs{}, {x, part, at}, y);
  d.rewritten = true;
  return true;
}

void drop_unread(Graph& graph) {
  std::vector<int> reads(graph.tensors.size());
  const auto read = [&](const std::vector<TensorId>& tensors, int more) {
    for (const TensorId t : tensors)
      if (t != TensorId::kNone) reads[index(t)] += more;
  };
  for (const Node& node : graph.nodes) read(node.in, 1);
  read(graph.outputs, 1);
  for (const RegionMark& mark : graph.regions.marks)
    read({mark.condition}, 1), read(mark.results, 1), read(mark.carried, 1);
  for (const auto& [tensor, to] : graph.regions.joined) read({tensor, to}, 1);
  std::vector<bool> gone(graph.nodes.size());
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    const auto unread = [&](TensorId t) { return reads[index(t)] == 0; };
    gone[i] = !node.out.empty() && !has_state(graph, node) && std::ranges::all_of(node.out, unread);
    if (gone[i]) read(node.in, -1);
  }
  std::vector<size_t> place;
  std::vector<Node> kept;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    place.push_back(kept.size());
    if (!gone[i]) kept.push_back(std::move(graph.nodes[i]));
  }
  place.push_back(kept.size());
  graph.nodes = std::move(kept);
  graph.regions.move_marks(place);
}

}  // namespace nookc::importing
