#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/ir/graph.h"

namespace nookc {

// The bytes of a .tflite file with this graph, the opposite of import_tflite(): what it reads from them is
// the same graph, but for what the format has no words for. Left out are the places that a plan gave
// (Tensor::placement, Node::parts), notes of passes (folded, narrowed) and erased operators; a convolution
// with explicit padding becomes a PAD and a convolution. Tensors that share their bytes share a buffer of the
// file. Diag N3020: the file would be larger than the format allows, 2 GiB.
Result<std::string> export_tflite(const Graph& graph);

}  // namespace nookc
