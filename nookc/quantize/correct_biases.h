#pragma once
#include "nookc/quantize/network.h"
#include "nookc/quantize/over_samples.h"
#include "nookc/quantize/weights.h"

namespace nookc {

// What rounding of weights adds to each sum on average, over the samples, is taken from the biases (Nagel and
// others, 2019): the sum of the errors of its weights, each times the mean of the channel that it reads. At
// the border, where a filter reads less, it is a little too much. Operators without a bias are left.
// Returns how many biases were changed. Diags as over_samples().
Result<int> correct_biases(Graph& graph, const std::vector<Form>& forms, const Samples& samples,
                           const Given* given, const WeightOptions& options, const Workers& workers);

}  // namespace nookc
