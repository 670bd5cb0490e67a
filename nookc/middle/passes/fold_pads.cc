#include "nookc/middle/passes/fold_pads.h"

#include <map>

#include "nook/ops/pad/pad_op.h"
#include "nook/ops/prepare/window.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/users.h"

namespace nookc {
namespace {

using nook::PadMode;

// Reads paddings[dimension][before, after] of a PAD; false unless they are constant and have four dimensions.
bool read_paddings(const Graph& graph, const Node& pad, int64_t (&paddings)[4][2]) {
  const std::vector<int64_t> all = integers_of(graph, pad.in[1]);
  if (all.size() != 8) return false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] < 0 || all[i] > INT32_MAX / 4) return false;
    paddings[i / 2][i % 2] = all[i];
  }
  return true;
}

// The PAD before a convolution that can do its padding; null: there is none, or the convolution can't.
Node* pad_before(const Graph& graph, const Users& users, Node& node) {
  const nook::ConvolutionAttrs* const conv = convolution_of(node.attrs);
  if (!conv || conv->padding.mode == PadMode::kSame || graph[node.in[0]].constant()) return nullptr;
  Node* const pad = users.producer(node.in[0]);
  int64_t extra[4][2];
  if (!pad || !Graph::attrs<nook::Pad>(*pad) || pad->unit != node.unit ||
      !graph.same_quantization(pad->in[0], pad->out[0]) || !read_paddings(graph, *pad, extra))
    return nullptr;
  // Padding of the batch or of channels can't be folded.
  return extra[0][0] || extra[0][1] || extra[3][0] || extra[3][1] ? nullptr : pad;
}

void add_padding(nook::Padding& padding, const int64_t (&extra)[4][2]) {
  padding.mode = PadMode::kExplicit;
  padding.top += static_cast<int32_t>(extra[1][0]), padding.bottom += static_cast<int32_t>(extra[1][1]);
  padding.left += static_cast<int32_t>(extra[2][0]), padding.right += static_cast<int32_t>(extra[2][1]);
  invariant(padding.top >= 0 && padding.bottom >= 0 && padding.left >= 0 && padding.right >= 0,
            "a PAD removes nothing");
}

}  // namespace

int fold_pads(Graph& graph) {
  Users users(graph);
  // A PAD goes if all of its readers can do without it, such as both convolutions of a gate.
  std::map<TensorId, int> can_do;
  for (Node& node : graph.nodes)
    if (pad_before(graph, users, node)) ++can_do[node.in[0]];
  int folded = 0;
  for (Node& node : graph.nodes) {
    Node* const pad = pad_before(graph, users, node);
    if (!pad || users.uses(node.in[0]) != can_do[node.in[0]]) continue;
    int64_t extra[4][2];
    read_paddings(graph, *pad, extra);
    add_padding(convolution_of(node.attrs)->padding, extra);
    const TensorId padded = node.in[0];
    users.read(node, 0, pad->in[0]);
    if (--can_do[padded] > 0) continue;
    if (pad->source >= 0) node.folded.push_back(pad->source);
    users.erase(*pad);
    ++folded;
  }
  return folded;
}

}  // namespace nookc
