#include "nookc/middle/lower/call_work.h"

#include <algorithm>

namespace nookc {

CallWork work_of(const Program& program, const Call& call) {
  CallWork work{call.op.symbol, call.macs};
  const auto largest_of = [&](const std::vector<TensorId>& tensors) {
    for (const TensorId id : tensors)
      if (id != TensorId::kNone && !program.graph[id].constant())
        work.elements = std::max<int64_t>(work.elements, program.graph[id].shape.elements());
  };
  largest_of(call.out_tensors);
  if (call.macs == 0) largest_of(call.in_tensors);
  if (!call.estimate) return work;
  work.core = static_cast<double>(call.estimate->core);
  work.waits = static_cast<double>(call.estimate->flash - call.estimate->core) / Flash{}.wait_states;
  return work;
}

}  // namespace nookc
