#include "nookc/middle/passes/pool_maxima.h"

#include <utility>

#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/axes.h"

namespace nookc {
namespace {

bool is_maximum_of_pixels(const Graph& graph, const Node& node) {
  if (node.erased() || !Graph::attrs<nook::ReduceMax>(node)) return false;
  const Tensor& x = graph[node.in[0]];
  return x.type == nook::DType::kS8 && !x.constant() && x.shape.rank == 4 && x.shape.dim[0] == 1 &&
         x.shape.dim[1] > 0 && x.shape.dim[1] * int64_t{x.shape.dim[2]} > 1 &&
         (axes_of(graph, node) & 0b1110u) == kRowsAndColumns &&
         graph.same_quantization(node.in[0], node.out[0]);
}

// The last window may have fewer columns.
Node pool(const Node& like, TensorId x, TensorId y, int32_t h, int32_t w) {
  nook::MaxPool2D::Attrs attrs;
  attrs.filter_h = attrs.stride_h = h, attrs.filter_w = attrs.stride_w = w;
  attrs.padding.mode = nook::PadMode::kSame;
  Node node = like;
  node.attrs = std::move(attrs), node.in = {x}, node.out = {y};
  return node;
}

// About as many windows as each has columns, if there is one row; otherwise a window for each row.
int32_t columns_at_once(int32_t height, int32_t width) {
  if (height > 1) return width;
  int32_t columns = 1;
  while (columns * columns < width) ++columns;
  return columns;
}

void append(Graph& graph, const Node& node, std::vector<Node>& nodes) {
  const nook::Shape shape = graph[node.in[0]].shape;
  const int32_t h = shape.dim[1], columns = columns_at_once(h, shape.dim[2]), channels = shape.dim[3];
  const int32_t parts = (shape.dim[2] + columns - 1) / columns;
  const auto maxima = [&](const nook::Shape& of, const char* suffix) {
    Tensor t = graph[node.out[0]].computed(suffix);
    t.shape = of;
    return graph.add(std::move(t));
  };
  const TensorId first = maxima({{1, h, parts, channels}, 4}, "_of_parts");
  const TensorId last = maxima({{1, 1, 1, channels}, 4}, "_of_pixels");
  nodes.push_back(pool(node, node.in[0], first, 1, columns));
  Node second = pool(node, first, last, h, parts), rename;
  second.source = -1;
  nodes.push_back(std::move(second));
  rename.attrs = reshape(), rename.in = {last}, rename.out = node.out, rename.unit = node.unit;
  nodes.push_back(std::move(rename));
}

}  // namespace

int pool_maxima(Graph& graph) {
  int count = 0;
  std::vector<Node> nodes;
  for (const Node& node : graph.nodes) {
    if (is_maximum_of_pixels(graph, node))
      append(graph, node, nodes), ++count;
    else
      nodes.push_back(node);
  }
  graph.nodes = std::move(nodes);
  return count;
}

}  // namespace nookc
