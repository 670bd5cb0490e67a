#include "nookc/middle/plan/solving/traffic.h"

#include "nookc/middle/plan/solving/at.h"
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {
namespace {

// The bytes moved when `bytes` of a buffer of `size` are read or written. The last burst of each complete
// pass, and of the remainder, counts as a whole one.
int64_t in_bursts(int64_t bytes, int64_t size, int64_t burst) {
  const auto whole = [&](int64_t n) { return (n + burst - 1) / burst * burst; };
  return size <= 0 ? whole(bytes) : bytes / size * whole(size) + whole(bytes % size);
}

}  // namespace

int64_t traffic_cost(const nook::Problem& problem, int32_t buffer, int32_t pool) {
  if (problem.rules.empty()) return 0;
  const nook::BufferRules& rules = problem.rules[at(buffer)];
  const nook::PlanPool room = nook::pool_at(problem, pool);
  const int64_t size = problem.buffers[at(buffer)].size;
  return in_bursts(rules.reads, size, room.burst) * room.read_cost +
         in_bursts(rules.writes, size, room.burst) * room.write_cost;
}

int64_t cost_of(const nook::Problem& problem, const std::vector<int32_t>& pools) {
  int64_t cost = 0;
  for (size_t i = 0; i < pools.size(); ++i) cost += traffic_cost(problem, static_cast<int32_t>(i), pools[i]);
  return cost;
}

}  // namespace nookc
