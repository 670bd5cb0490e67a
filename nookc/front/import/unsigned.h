#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Converts models of TensorFlow Lite's older scheme from uint8 to int8. If an operator of the graph does not
// accept uint8, every quantized uint8 tensor becomes int8 with the same real numbers: bytes xor 0x80, the
// zero point minus 128. The model's inputs and outputs stay uint8, with a QUANTIZE at the border. Parts of a
// CONCATENATION whose scale differs from the whole are looked up in a table, as are LOGISTIC and TANH, with
// the bytes of TensorFlow Lite. AVERAGE_POOL_2D, MEAN and RESIZE_BILINEAR, which round differently in
// uint8, keep their bytes. An operator that has no form of int8 either computes with floats, between a
// DEQUANTIZE and a QUANTIZE of its own. A graph with control flow stays unchanged.
void make_signed(Graph& graph);

}  // namespace nookc
