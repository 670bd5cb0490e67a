#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Constant weights of 4 bits as int8, for which there are fast kernels, in twice the flash:
//
//   CONV_2D, DEPTHWISE_CONV_2D, FULLY_CONNECTED with w int4     becomes     the same with w int8
//
// Every byte of every output is unchanged. Not at -O size. Returns how many tensors it was.
int unpack_int4(Graph& graph);

}  // namespace nookc
