#pragma once
#include <cstdint>
#include <functional>

#include "nookc/core/progress.h"
#include "nookc/front/data/samples.h"

namespace nookc {

// How to process samples. 0 threads: one for each processor. `most`: the number of samples to use, spread
// over all. `progress` is never called by two threads at once.
struct Workers {
  unsigned threads = 0;
  size_t most = SIZE_MAX;
  bool in_order = false;  // the first `most` in sequence: for Network::remembers()
  Progress progress = [](const Doing&) {};

  unsigned count(size_t samples) const;
  // The order of additions affects sums of floats and must be the same on every machine, so each lane has its
  // own sum.
  size_t lanes(size_t samples) const;
};

// One sample. Calls with the same worker (below workers.count()) never run at the same time. Calls with the
// same lane (below workers.lanes()) come in the order of the samples; lanes are the same on every machine.
struct SampleCall {
  unsigned worker;
  size_t lane, sample;
  size_t turn;  // how many samples come before this one among those that are used
  const std::vector<Bytes>& inputs;
};

// Where only `each` of `all` places of a sample are looked at: the one with index `i`. They are spread over
// all places, and differ from sample to sample.
inline size_t one_of(size_t all, size_t each, size_t i, size_t turn, size_t samples) {
  return static_cast<size_t>((uint64_t{i} * samples + turn) * all / (uint64_t{each} * samples));
}

// Calls work() for each sample. If Samples::read() or `work` refuses samples, returns the Diag of the first.
Status over_samples(const Samples& samples, const Workers& workers, const std::string& what,
                    const std::function<Status(const SampleCall&)>& work);

}  // namespace nookc
