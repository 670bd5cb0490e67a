#include "nookc/middle/passes/cut_split.h"

#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/graph/integers.h"

namespace nookc {
void cut_split(Graph& graph, size_t node) {
  const Node split = graph.nodes[node];
  const TensorId x = split.in[op_row(split).signature.first(nook::Role::kData)];
  const nook::Shape& shape = graph[x].shape;
  int axis = 0;  // the outermost axis with more than one element
  while (axis + 1 < shape.rank && shape.dim[axis] == 1) ++axis;
  const int32_t unit = graph[x].bytes() / shape.dim[axis];
  std::vector<Node> slices;
  for (size_t i = 0; i < split.out.size(); ++i) {
    std::vector<int32_t> begin(static_cast<size_t>(axis)), end(begin.size(), 1), step(begin.size() + 1, 1);
    begin.push_back(split.parts[i] / unit);
    end.push_back(begin.back() + graph[split.out[i]].bytes() / unit);
    nook::StridedSlice::Attrs attrs;
    if (Graph::attrs<nook::Unpack>(split)) attrs.shrink_axis_mask = 1u << axis;
    Node& slice = slices.emplace_back();
    const std::string name = graph[split.out[i]].name;
    slice.attrs = attrs, slice.source = split.source, slice.out = {split.out[i]};
    slice.in = {x, add_integers(graph, name + "_begin", begin), add_integers(graph, name + "_end", end),
                add_integers(graph, name + "_step", step)};
  }
  const auto at = graph.nodes.begin() + static_cast<std::ptrdiff_t>(node);
  graph.nodes.insert(graph.nodes.erase(at), slices.begin(), slices.end());
}

}  // namespace nookc
