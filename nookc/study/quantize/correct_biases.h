#pragma once
#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/over_samples.h"
#include "nookc/study/quantize/weights.h"

namespace nookc {

// Subtracts from each bias the average error that rounded weights cause over the samples (Nagel and others,
// 2019): the sum of the weights' errors, each times the mean of the channel that it multiplies. At the
// border, where a filter reads less, the correction is slightly too large. Operators without a bias stay
// unchanged. Returns the number of changed biases. Diags as over_samples().
Result<int> correct_biases(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                           const Given* given, const WeightOptions& options, const Workers& workers);

// A new bias that takes back the errors of its sums; other nodes may read the old one. A number that would
// not be finite stays.
TensorId corrected_bias(Graph& graph, TensorId bias, const std::vector<double>& errors);

}  // namespace nookc
