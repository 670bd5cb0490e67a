#pragma once
#include <vector>

#include "nookc/study/quantize/convert.h"
#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/over_samples.h"

namespace nookc {

struct Rounding {
  const Network& network;  // the float network
  const std::vector<Precision>& precisions;
  const std::vector<Range>& ranges;
  const Given* given;
  const Samples& samples;
  const ConvertOptions& options;
};

// The float graph with weights that the integers of its layers hold exactly, and biases that take back their
// average error: round_recurrent(), round_layers(), then correct_biases() for what these leave. Where the
// ways of rounding differ (RoundedSums, RoundingAim), each is tried with up to 64 of the samples, and the one
// with the least noise at the first output is taken. Diags as over_samples().
Result<Graph> round_weights(const Rounding& rounding, const Workers& workers);

}  // namespace nookc
