#pragma once
#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// A fully connected layer whose weights are activations is a product of matrices, which has kernels that pack
// them in each inference:
//
//   FULLY_CONNECTED, w [columns][depth]     becomes     BATCH_MATMUL, b transposed
//
// Only for int8 with one scale, without a bias other than zeros, of four rows and columns and more, if the
// target has such a kernel: without scratch, or any where memory does not count (KernelRows::kAll). A RELU or
// RELU6 becomes an operator of its own, and operands of another rank are reshaped. The sums have the same
// terms and are scaled alike, so every byte is unchanged. Returns the number of changed layers.
int multiply_activations(Graph& graph, const KernelChoice& choice);

}  // namespace nookc
