#include "nookc/front/import/bounds.h"

#include <algorithm>

#include "nook/ops/strided_slice/strided_slice_op.h"

namespace nookc::importing {
namespace {

using nook::OpCode;

std::vector<Bounds> of_slice(const Graph& graph, Makers& makers, const Node& node) {
  std::vector<Bounds> all;
  const nook::Shape& x = graph[node.in[0]].shape;
  for (int32_t d = 0; d < x.rank; ++d) {
    Bounds b;
    b.begin = number_at(graph, makers, node.in[1], d);
    const Number size = number_at(graph, makers, node.in[2], d);
    const bool rest = size.constant() && size.plus == -1;
    b.end = rest ? Number{TensorId::kNone, 0, x.dim[d]} : b.begin + size;
    all.push_back(b);
  }
  return all;
}

// Constants count from the end if they are negative, and do not go beyond the dimension.
Number settled(Number n, int64_t dim) {
  if (n.constant()) n.plus = std::clamp<int64_t>(n.plus < 0 ? n.plus + dim : n.plus, 0, dim);
  return n;
}

std::optional<std::vector<Bounds>> of_strided_slice(const Graph& graph, Makers& makers, const Node& node) {
  const auto& attrs = *Graph::attrs<nook::StridedSlice>(node);
  if (attrs.ellipsis_mask != 0 || attrs.new_axis_mask != 0) return {};
  std::vector<Bounds> all;
  const nook::Shape& x = graph[node.in[0]].shape;
  const int32_t count = graph[node.in[1]].shape.elements();
  for (int32_t d = 0; d < x.rank; ++d) {
    Bounds b;
    const Number whole{TensorId::kNone, 0, x.dim[d]};
    b.end = whole;
    if (d < count) {
      const Number stride = number_at(graph, makers, node.in[3], d);
      if (!stride.constant() || stride.plus < 1) return {};
      b.stride = stride.plus, b.shrinks = attrs.shrink_axis_mask >> d & 1u;
      b.begin = settled(number_at(graph, makers, node.in[1], d), x.dim[d]);
      if (attrs.begin_mask >> d & 1u) b.begin = {};
      const Number end = number_at(graph, makers, node.in[2], d);
      if (!(attrs.end_mask >> d & 1u)) b.end = attrs.offset ? b.begin + end : settled(end, x.dim[d]);
    }
    all.push_back(b);
  }
  return all;
}

}  // namespace

std::optional<int64_t> Bounds::size() const {
  if (shrinks) return 1;
  const auto length = end ? difference(*end, begin) : std::nullopt;
  if (!length || *length < 1 || *length > INT32_MAX) return {};
  return (*length + stride - 1) / stride;
}

bool Bounds::whole(int64_t dim) const {
  return !shrinks && stride == 1 && begin == Number() && end == Number{TensorId::kNone, 0, dim};
}

bool is_slice(const Graph& graph, const Node& node) {
  const OpCode code = op_code(node);
  const auto rank = static_cast<int32_t>(graph[node.in[0]].shape.rank);
  const auto numbers = [&](size_t k) { return graph[node.in[k]].shape.elements(); };
  if (code == OpCode::kSlice) return numbers(1) == rank && numbers(2) == rank;
  if (code != OpCode::kStridedSlice) return false;
  return numbers(1) <= rank && numbers(2) == numbers(1) && numbers(3) == numbers(1);
}

std::optional<std::vector<Bounds>> bounds_of(const Graph& graph, Makers& makers, const Node& node) {
  if (op_code(node) == OpCode::kSlice) return of_slice(graph, makers, node);
  return of_strided_slice(graph, makers, node);
}

}  // namespace nookc::importing
