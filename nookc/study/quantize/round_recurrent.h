#pragma once
#include <vector>

#include "nookc/study/quantize/over_samples.h"
#include "nookc/study/quantize/weights.h"

namespace nookc {

// Whether the matrices for x and for the hidden state, whose sums are added, take back each other's changes.
enum class RoundedSums : uint8_t { kJoined, kApart };

// Before: recurrent layers that become int8.
// After:  their weights are floats that int8 has exactly, rounded together (round_together.h), and their
// biases take back the average error. Rounding each weight to the nearest integer costs recurrent layers most
// of their accuracy, because a state adds up the errors of all steps.
// Returns the number of layers.
Result<int> round_recurrent(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                            RoundedSums sums, const Workers& workers);

}  // namespace nookc
