// Steps for sequences that other steps do not use.
#pragma once
#include "tests/generated/steps.h"

namespace generated {

// Halves a sequence, doubles it again, and joins both (sequences.cc). x is a sequence.
TensorId u_net(Sketch& s, const Live&, TensorId x);
// The mean or the maximum of a sequence, or a causal convolution, as Keras writes them. x is a sequence.
TensorId of_rank_three(Sketch& s, const Live& live, TensorId x);
// Joins images with one quantization along their channels (moves.cc).
TensorId joined_channels(Sketch& s, TensorId a, TensorId b);

}  // namespace generated
