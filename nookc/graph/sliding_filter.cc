#include "nookc/graph/sliding_filter.h"

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

nook::PoolAttrs* pool_of(Node& node) {
  if (auto* pool = Graph::attrs<nook::AveragePool2D>(node)) return pool;
  if (auto* pool = Graph::attrs<nook::MaxPool2D>(node)) return pool;
  return Graph::attrs<nook::L2Pool2D>(node);
}

// Sets the padding before the first element; false if there is no such filter.
bool settle(SlidingFilter& filter, int a) {
  const nook::Padding& p = *filter.padding;
  SlidingFilter::Axis& axis = filter.axis[a];
  const auto placed = nook::place({axis.in, axis.size, axis.stride, axis.dilation}, p.mode,
                                  a == 0 ? p.top : p.left, a == 0 ? p.bottom : p.right);
  if (!placed || placed->out != axis.out) return false;
  axis.before = placed->before;
  return true;
}

}  // namespace

std::optional<SlidingFilter> sliding_filter(const Graph& graph, Node& node) {
  SlidingFilter filter;
  if (nook::ConvolutionAttrs* const conv = convolution_of(node.attrs)) {
    const nook::Shape& w = graph[node.in[1]].shape;
    if (w.rank != 4) return {};
    filter.padding = &conv->padding;
    filter.axis[0] = {0, 0, w.dim[1], conv->stride_h, conv->dilation_h, 0};
    filter.axis[1] = {0, 0, w.dim[2], conv->stride_w, conv->dilation_w, 0};
  } else if (nook::PoolAttrs* const pool = pool_of(node)) {
    filter.padding = &pool->padding;
    filter.axis[0] = {0, 0, pool->filter_h, pool->stride_h, 1, 0};
    filter.axis[1] = {0, 0, pool->filter_w, pool->stride_w, 1, 0};
  } else {
    return {};
  }
  const nook::Shape &x = graph[node.in[0]].shape, &y = graph[node.out[0]].shape;
  if (x.rank != 4 || y.rank != 4) return {};
  for (int a = 0; a < 2; ++a) {
    SlidingFilter::Axis& axis = filter.axis[a];
    axis.in = x.dim[a + 1], axis.out = y.dim[a + 1];
    if (axis.size < 1 || axis.stride < 1 || axis.dilation < 1 || !settle(filter, a)) return {};
    if (axis.size == 1) axis.dilation = 1;
  }
  return filter;
}

}  // namespace nookc
