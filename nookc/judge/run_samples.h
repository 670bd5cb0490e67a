#pragma once
#include "nookc/data/samples.h"
#include "nookc/run/session.h"

namespace nookc {

struct SampleOutputs {
  std::vector<std::vector<Bytes>> outputs;  // [sample][output]
  std::vector<std::string> faults;          // what the runner saw
};

// What the session's model computes of every sample, one after the other: what it keeps, it keeps from sample
// to sample. Diags as Session and Samples::read().
Result<SampleOutputs> run_samples(Session& session, const Samples& samples);

}  // namespace nookc
