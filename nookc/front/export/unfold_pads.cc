#include "nookc/front/export/unfold_pads.h"

#include "nook/ops/pad/pad_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"

namespace nookc {
namespace {

// The padding of a convolution if it is explicit.
nook::Padding* explicit_padding(Node& node) {
  nook::ConvolutionAttrs* const conv = convolution_of(node.attrs);
  return conv && conv->padding.mode == nook::PadMode::kExplicit ? &conv->padding : nullptr;
}

// Adds operand 1 of the PAD.
TensorId add_margins(Graph& graph, const std::string& name, const nook::Padding& p) {
  nook::Shape shape;
  shape.rank = 2, shape.dim[0] = 4, shape.dim[1] = 2;
  return add_integers(graph, name, shape, {0, 0, p.top, p.bottom, p.left, p.right, 0, 0});
}

}  // namespace

int unfold_pads(Graph& graph) {
  std::vector<Node> nodes;
  std::vector<size_t> place;
  int changes = 0;
  for (Node& node : graph.nodes) {
    place.push_back(nodes.size());
    if (nook::Padding* const padding = explicit_padding(node)) {
      Tensor padded = graph[node.in[0]].computed("_padded");
      padded.shape.dim[1] += padding->top + padding->bottom;
      padded.shape.dim[2] += padding->left + padding->right;
      Node pad;
      pad.attrs = nook::Pad::Attrs{};
      pad.in = {node.in[0], add_margins(graph, padded.name + "_by", *padding)};
      pad.out = {graph.add(std::move(padded))};
      node.in[0] = pad.out[0];
      *padding = {};
      nodes.push_back(std::move(pad));
      ++changes;
    }
    nodes.push_back(std::move(node));
  }
  place.push_back(nodes.size());
  graph.regions.move_marks(place);
  graph.nodes = std::move(nodes);
  return changes;
}

}  // namespace nookc
