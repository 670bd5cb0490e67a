#pragma once
#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// Converts constant int4 weights to int8, which has more kernels, for twice the flash:
//
//   CONV_2D, DEPTHWISE_CONV_2D, FULLY_CONNECTED with w int4     becomes     the same with w int8
//
// All layers for KernelRows::kAll (-O time), none for kReference (-O size); otherwise layers for which the
// target has no kernel with int4 weights except the reference. If the choice is compact (-O flash), only
// layers whose int8 kernel takes no more flash than a compact kernel of the int4 weights would.
//
// Every byte of every output is unchanged. Returns the number of changed operators.
int unpack_int4(Graph& graph, const KernelChoice& choice);

}  // namespace nookc
