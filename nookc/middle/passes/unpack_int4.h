#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Converts constant int4 weights to int8, which has fast kernels, for twice the flash:
//
//   CONV_2D, DEPTHWISE_CONV_2D, FULLY_CONNECTED with w int4     becomes     the same with w int8
//
// Every byte of every output is unchanged. Not at -O size. Returns the number of converted tensors.
int unpack_int4(Graph& graph);

}  // namespace nookc
