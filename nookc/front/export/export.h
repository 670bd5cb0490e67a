#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Writes a graph as the bytes of a .tflite file, the inverse of import_tflite(): reading them gives the same
// graph, as far as the format can express it. It omits addresses chosen by a plan (Tensor::placement,
// Node::parts), notes of passes (folded, narrowed) and erased operators; a convolution with explicit padding
// becomes a PAD and a convolution, a DEPTHWISE_CONV_2D gets a bias. Operators of the format get the version
// that TensorFlow Lite requires (op_versions.h). Tensors that share their bytes share a buffer in the file.
// Regions of control flow become subgraphs. Diag N3020: the file would exceed the format's limit of 2 GiB, or
// a subgraph of IF or WHILE has a variable.
Result<std::string> export_tflite(const Graph& graph);

// Likewise, as a model that is read again.
Result<std::vector<std::byte>> export_bytes(const Graph& graph);

}  // namespace nookc
