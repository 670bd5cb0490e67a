#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Gives the results of a TFLite_Detection_PostProcess their shapes, [1][n][4], [1][n], [1][n] and [1], if the
// file has none: TensorFlow Lite computes them when it prepares the operator.
void shape_detections(Graph& graph, const Node& node);

}  // namespace nookc
