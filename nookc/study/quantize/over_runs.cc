#include "nookc/study/quantize/over_runs.h"

namespace nookc {

Workers workers_for(const Network& network, Workers workers) {
  workers.in_order = network.remembers();
  return workers;
}

Status over_runs(const Network& network, const Samples& samples, const Workers& workers,
                 const std::string& what, const std::function<Status(Run&, const SampleCall&)>& take) {
  const Workers all = workers_for(network, workers);
  std::vector<Run> runs(all.count(samples.count()), Run(network));
  return over_samples(samples, all, what, [&](const SampleCall& call) -> Status {
    Run& run = runs[call.worker];
    if (const Status done = run.run(call.inputs); !done) return done;
    return take(run, call);
  });
}

}  // namespace nookc
