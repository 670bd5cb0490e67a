#pragma once
#include "nookc/back/run/session.h"
#include "nookc/front/data/samples.h"

namespace nookc {

struct SampleOutputs {
  std::vector<std::vector<Bytes>> outputs;  // [sample][output]
  std::vector<std::string> faults;          // faults that the runner found
};

// Runs the session's model on every sample. Models that keep state run them in order; others in parts, on all
// processors, with the same outputs. Diags as Session and Samples::read().
Result<SampleOutputs> run_samples(Session& session, const Samples& samples);

}  // namespace nookc
