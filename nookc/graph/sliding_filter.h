// Operators with a filter that slides over an image, whatever their kind.
#pragma once
#include <optional>

#include "nook/ops/prepare/window.h"
#include "nookc/graph/graph.h"

namespace nookc {

// The filter of a convolution or a pooling along the height and the width.
struct SlidingFilter {
  nook::Padding* padding = nullptr;
  struct Axis {
    int32_t in = 0, out = 0, size = 1, stride = 1, dilation = 1, before = 0;
  } axis[2];

  int32_t reach(int a) const { return (axis[a].size - 1) * axis[a].dilation + 1; }
};

// Nothing: the node is none of these, or its filter does not fit. The padding is the node's own.
std::optional<SlidingFilter> sliding_filter(const Graph& graph, Node& node);

}  // namespace nookc
