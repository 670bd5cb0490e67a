#include "nookc/middle/passes/axes.h"

#include "nookc/graph/integers.h"

namespace nookc {

uint32_t axes_of(const Graph& graph, const Node& reduction) {
  if (!graph[reduction.in[1]].constant()) return 0;
  uint32_t axes = 0;
  for (int64_t axis : integers_of(graph, reduction.in[1])) {
    axis += axis < 0 ? graph[reduction.in[0]].shape.rank : 0;
    if (axis < 0 || axis >= graph[reduction.in[0]].shape.rank) return 0;
    axes |= 1u << axis;
  }
  return axes;
}

}  // namespace nookc
