#include "nookc/front/import/detections.h"

#include "nook/ops/detection_post_process/detection_post_process_op.h"

namespace nookc {

void shape_detections(Graph& graph, const Node& node) {
  const auto* const attrs = Graph::attrs<nook::DetectionPostProcess>(node);
  if (!attrs || attrs->max_detections < 1 || node.out.size() != 4) return;
  const int32_t n = attrs->max_detections;
  const nook::Shape shapes[] = {{{1, n, 4}, 3}, {{1, n}, 2}, {{1, n}, 2}, {{1}, 1}};
  for (size_t i = 0; i < node.out.size(); ++i)
    if (Tensor& t = graph[node.out[i]]; t.shape.rank == 0) t.shape = shapes[i];
}

}  // namespace nookc
