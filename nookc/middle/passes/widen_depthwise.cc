#include "nookc/middle/passes/widen_depthwise.h"

#include <cstring>

#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

// Transposes weights [1][h][w][channels] to [channels][h][w][1], in a constant of the same name.
Tensor with_channels_first(const Tensor& from) {
  const size_t element = static_cast<size_t>(nook::size_of(from.type));
  const size_t channels = static_cast<size_t>(from.shape.dim[3]);
  const size_t taps = static_cast<size_t>(from.shape.elements()) / channels;
  auto bytes = std::make_shared<Bytes>(from.data->size());
  for (size_t c = 0; c < channels; ++c)
    for (size_t t = 0; t < taps; ++t)
      std::memcpy(bytes->data() + (c * taps + t) * element, from.data->data() + (t * channels + c) * element,
                  element);
  Tensor to = from;
  to.shape.dim[0] = from.shape.dim[3], to.shape.dim[3] = 1;
  to.channel_axis = 0;
  to.data = std::move(bytes);
  return to;
}

bool is_convolution(const Graph& graph, const Node& node) {
  if (op_code(node) != nook::OpCode::kDepthwiseConv2D) return false;
  const Tensor &x = graph[node.in[0]], &w = graph[node.in[1]];
  // A CONV_2D would sum float products in another order.
  const bool hybrid = x.type == nook::DType::kF32 && w.type == nook::DType::kS8;
  const bool whole_bytes = nook::size_of(w.type) > 0;
  return !hybrid && x.shape.rank == 4 && x.shape.dim[3] == 1 && w.constant() && whole_bytes &&
         w.shape.rank == 4 && w.shape.dim[0] == 1 && w.shape.elements() > 0;
}

}  // namespace

int widen_depthwise(Graph& graph) {
  int widened = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || !is_convolution(graph, node)) continue;
    node.attrs = conv_2d(*convolution_of(node.attrs));
    const int64_t weights = graph[node.in[1]].shape.elements();
    node.in[1] = graph.add(with_channels_first(graph[node.in[1]]));
    invariant(graph[node.in[1]].shape.elements() == weights, "the weights only move");
    ++widened;
  }
  return widened;
}

}  // namespace nookc
