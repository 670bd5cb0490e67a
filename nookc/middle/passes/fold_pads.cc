#include "nookc/middle/passes/fold_pads.h"

#include <cstring>

#include "nook/ops/pad/pad_op.h"
#include "nook/ops/prepare/window.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"

namespace nookc {
namespace {

using nook::PadMode;

// Reads paddings[dimension][before, after] of a PAD; false unless they are constant and have four dimensions.
bool read_paddings(const Graph& graph, const Node& pad, int64_t (&paddings)[4][2]) {
  const Tensor& t = graph[pad.in[1]];
  const bool wide = t.type == nook::DType::kS64;
  if (!t.constant() || (!wide && t.type != nook::DType::kS32) || t.shape.elements() != 8) return false;
  for (int i = 0; i < 8; ++i) {
    int32_t narrow = 0;
    if (wide) {
      std::memcpy(&paddings[i / 2][i % 2], t.data->data() + i * 8, 8);
    } else {
      std::memcpy(&narrow, t.data->data() + i * 4, 4);
      paddings[i / 2][i % 2] = narrow;
    }
    if (paddings[i / 2][i % 2] < 0 || paddings[i / 2][i % 2] > INT32_MAX / 4) return false;
  }
  return true;
}

}  // namespace

int fold_pads(Graph& graph) {
  Users users(graph);
  int folded = 0;
  for (Node& node : graph.nodes) {
    nook::ConvolutionAttrs* const conv = convolution_of(node.attrs);
    if (!conv || conv->padding.mode == PadMode::kSame || graph[node.in[0]].constant()) continue;
    Node* const pad = users.sole_producer<nook::Pad>(node.in[0]);
    int64_t extra[4][2];
    if (!pad || pad->unit != node.unit || !graph.same_quantization(pad->in[0], pad->out[0]) ||
        !read_paddings(graph, *pad, extra))
      continue;
    // Padding of the batch or of channels can't be folded.
    if (extra[0][0] || extra[0][1] || extra[3][0] || extra[3][1]) continue;
    nook::Padding& padding = conv->padding;
    padding.mode = PadMode::kExplicit;
    padding.top += static_cast<int32_t>(extra[1][0]), padding.bottom += static_cast<int32_t>(extra[1][1]);
    padding.left += static_cast<int32_t>(extra[2][0]), padding.right += static_cast<int32_t>(extra[2][1]);
    invariant(padding.top >= 0 && padding.bottom >= 0 && padding.left >= 0 && padding.right >= 0,
              "a PAD removes nothing");
    users.read(node, 0, pad->in[0]);
    if (pad->source >= 0) node.folded.push_back(pad->source);
    users.erase(*pad);
    ++folded;
  }
  return folded;
}

}  // namespace nookc
