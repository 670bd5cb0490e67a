#pragma once
#include <functional>
#include <string>

#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/over_samples.h"

namespace nookc {

// The workers for a network: in order if it remembers().
Workers workers_for(const Network& network, Workers workers);

// Runs the network on each sample, and calls take() with the run before the next one. Diags of Run::run(), of
// over_samples(), and of `take`.
Status over_runs(const Network& network, const Samples& samples, const Workers& workers,
                 const std::string& what, const std::function<Status(Run&, const SampleCall&)>& take);

}  // namespace nookc
