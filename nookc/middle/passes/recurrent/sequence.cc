#include "nookc/middle/passes/recurrent/sequence.h"

#include <algorithm>
#include <optional>

#include "nook/ops/gather/gather_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/middle/passes/recurrent/layer.h"

namespace nookc {
namespace {

using nook::OpCode;

// A tensor as element `index` of another along an axis.
struct Element {
  TensorId whole;
  int32_t axis;
  int64_t index;
};

int32_t from_front(int32_t axis, int32_t rank) { return axis < 0 ? axis + rank : axis; }

// The axis of `whole` of which `part` is one element; -1: none of the first two.
int32_t single_axis(const nook::Shape& whole, const std::vector<int64_t>& begin, int32_t elements) {
  for (int32_t d = 0; d < std::min<int32_t>(2, whole.rank); ++d) {
    bool rest = whole.dim[d] > 0 && elements == whole.elements() / whole.dim[d];
    for (int32_t o = 0; o < whole.rank && rest; ++o) rest = o == d || begin[static_cast<size_t>(o)] == 0;
    if (rest) return d;
  }
  return -1;
}

std::optional<Element> element_by_slice(const Graph& graph, const Node& node) {
  const nook::Shape& whole = graph[node.in[0]].shape;
  std::vector<int64_t> begin = integers_of(graph, node.in[1]);
  if (begin.size() != static_cast<size_t>(whole.rank)) return {};
  if (const auto* attrs = Graph::attrs<nook::StridedSlice>(node)) {
    const std::vector<int64_t> steps = integers_of(graph, node.in[3]);
    if (attrs->ellipsis_mask || attrs->new_axis_mask) return {};
    if (steps.empty() || !std::ranges::all_of(steps, [](int64_t step) { return step == 1; })) return {};
    for (size_t d = 0; d < begin.size(); ++d)
      if (attrs->begin_mask >> d & 1) begin[d] = 0;
  }
  const int32_t axis = single_axis(whole, begin, graph[node.out[0]].shape.elements());
  if (axis < 0) return {};
  const int64_t at = begin[static_cast<size_t>(axis)];
  return Element{node.in[0], axis, at < 0 ? at + whole.dim[axis] : at};
}

std::optional<Element> element_by_gather(const Graph& graph, const Node& node,
                                         const nook::Gather::Attrs& attrs) {
  const std::vector<int64_t> indices = integers_of(graph, node.in[1]);
  if (indices.size() != 1 || attrs.batch_dims != 0) return {};
  return Element{node.in[0], from_front(attrs.axis, graph[node.in[0]].shape.rank), indices[0]};
}

std::optional<Element> element_of(const Graph& graph, const Users& users, TensorId t) {
  const Node* const node = users.producer(t);
  if (!node || node->erased()) return {};
  const auto at = std::ranges::find(node->out, t) - node->out.begin();
  if (const auto* attrs = Graph::attrs<nook::Unpack>(*node))
    return Element{node->in[0], from_front(attrs->axis, graph[node->in[0]].shape.rank), at};
  if (const auto* attrs = Graph::attrs<nook::Gather>(*node)) return element_by_gather(graph, *node, *attrs);
  if (op_code(*node) == OpCode::kSlice || op_code(*node) == OpCode::kStridedSlice)
    return element_by_slice(graph, *node);
  if (op_code(*node) != OpCode::kSplit) return {};
  const nook::Shape& whole = graph[node->in[1]].shape;
  const std::vector<int64_t> axis = integers_of(graph, node->in[0]);
  if (axis.size() != 1 || axis[0] >= whole.rank || axis[0] < -whole.rank) return {};
  const int32_t along = from_front(static_cast<int32_t>(axis[0]), whole.rank);
  if (whole.dim[along] != static_cast<int32_t>(node->out.size())) return {};
  return Element{node->in[1], along, at};
}

TensorId shaped(Graph& graph, TensorId t, const nook::Shape& shape, Sequence& to) {
  if (graph[t].shape == shape) return t;
  Tensor tensor;
  tensor.name = graph[t].name + "_sequence", tensor.type = graph[t].type, tensor.shape = shape;
  const TensorId made = graph.add(std::move(tensor));
  to.nodes.push_back(renamed(t, made));
  return made;
}

// The tensor that the steps are slices of; nothing if there is none, or if there are other slices.
std::optional<Sequence> sliced(Graph& graph, const Users& users, const std::vector<TensorId>& steps,
                               int32_t batch) {
  const auto count = static_cast<int64_t>(steps.size());
  const std::optional<Element> first = element_of(graph, users, steps[0]);
  if (!first || (first->axis != 0 && first->axis != 1) || first->axis >= graph[first->whole].shape.rank)
    return {};
  Sequence to;
  to.reverse = first->index != 0;
  for (int64_t k = 0; k < count; ++k) {
    const std::optional<Element> step = element_of(graph, users, steps[static_cast<size_t>(k)]);
    const int64_t index = to.reverse ? count - 1 - k : k;
    if (!step || step->whole != first->whole || step->axis != first->axis || step->index != index) return {};
  }
  const nook::Shape& whole = graph[first->whole].shape;
  if (whole.dim[first->axis] != count || (first->axis == 1 && whole.dim[0] != batch)) return {};
  to.time_major = first->axis == 0, to.x = first->whole;
  const Node* const before = users.producer(to.x);
  const std::vector<int64_t> swapped = {1, 0, 2};
  if (to.time_major && before && !before->erased() && op_code(*before) == OpCode::kTranspose &&
      integers_of(graph, before->in[1]) == swapped && whole.dim[1] == batch)
    to.time_major = false, to.x = before->in[0];
  const int32_t in = whole.elements() / batch / static_cast<int32_t>(count);
  nook::Shape shape = {{static_cast<int32_t>(count), batch, in}, 3};
  if (!to.time_major) std::swap(shape.dim[0], shape.dim[1]);
  to.x = shaped(graph, to.x, shape, to);
  return to;
}

}  // namespace

Sequence sequence_of(Graph& graph, const Users& users, const std::vector<TensorId>& steps, int32_t batch) {
  if (std::optional<Sequence> whole = sliced(graph, users, steps, batch)) return *std::move(whole);
  Sequence to;
  const int32_t in = graph[steps[0]].shape.elements() / batch;
  Node pack;
  pack.attrs = nookc::pack(0);
  for (TensorId t : steps) pack.in.push_back(shaped(graph, t, {{batch, in}, 2}, to));
  Tensor all;
  all.name = graph[steps[0]].name + "_sequence", all.type = nook::DType::kF32;
  all.shape = {{static_cast<int32_t>(steps.size()), batch, in}, 3};
  pack.out = {to.x = graph.add(std::move(all))};
  to.nodes.push_back(std::move(pack));
  return to;
}

}  // namespace nookc
