#pragma once
#include <vector>

#include "nookc/study/quantize/over_samples.h"
#include "nookc/study/quantize/weights.h"

namespace nookc {

// Before: recurrent layers that become int8, and dense layers with one scale in the same network.
// After:  their weights are floats that int8 has exactly, rounded together (round_together.h), and their
// biases take back the average error. Rounding each weight to the nearest integer costs recurrent layers most
// of their accuracy, because a state adds up the errors of all steps.
// Returns the number of layers; 0 if the network has no recurrent layer.
Result<int> round_recurrent(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                            const WeightOptions& options, const Workers& workers);

}  // namespace nookc
