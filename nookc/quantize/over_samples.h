#pragma once
#include <functional>

#include "nookc/core/progress.h"
#include "nookc/data/samples.h"

namespace nookc {

// How work over samples is done. 0 threads: one for each processor. At most `most` samples, spread over all.
// `progress` is told how far it is; it is not called by two threads at once.
struct Workers {
  unsigned threads = 0;
  size_t most = SIZE_MAX;
  bool in_order = false;  // one after the other, the first `most`: what Network::remembers() needs
  Progress progress = [](const Doing&) {};

  unsigned count(size_t samples) const;
  // Sums of floats depend on their order, which must not depend on the machine: there is one for each lane.
  size_t lanes(size_t samples) const;
};

// Of one sample: calls with the same worker, of workers.count(), never run at once; those of a lane, of
// workers.lanes(), come in the order of the samples, the same samples on any machine.
struct SampleCall {
  unsigned worker;
  size_t lane, sample;
  const std::vector<Bytes>& inputs;
};

// work() for each sample. Where samples are refused, by Samples::read() or by `work`: the Diag of the first
// of them.
Status over_samples(const Samples& samples, const Workers& workers, const std::string& what,
                    const std::function<Status(const SampleCall&)>& work);

}  // namespace nookc
