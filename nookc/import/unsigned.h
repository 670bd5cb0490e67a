#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Models of TensorFlow Lite's older scheme have quantized uint8 where those of today have int8. Where an
// operator of the graph takes no uint8, every quantized tensor of uint8 becomes int8 of the same real
// numbers: bytes xor 0x80, the zero point less 128. Inputs and outputs of the model stay uint8, with a
// QUANTIZE behind and before them; parts of a CONCATENATION that have another scale than the whole get one as
// well. A graph with control flow stays as it is.
void make_signed(Graph& graph);

}  // namespace nookc
