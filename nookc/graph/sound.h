// Refuses a graph that nook itself made wrong. No model should cause these diagnostics: they keep a defect of
// nook from becoming wrong code.
#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"

namespace nookc {

// A pass must leave a valid graph. Diag: N3001
Status check_after(const Graph& graph, const std::string& stage);

// The graph made from an ONNX model must be valid: each node was checked when it was mapped. Diag: N3034
Status check_from_onnx(const Graph& graph);

}  // namespace nookc
