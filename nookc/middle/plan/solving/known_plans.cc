#include "nookc/middle/plan/solving/known_plans.h"

#include "nookc/middle/plan/solving/lowest.h"

namespace nookc {
namespace {

// Everything about a problem with one pool that its lowest plan depends on.
std::vector<int64_t> key_of(const nook::Problem& problem, const Effort& effort) {
  const nook::PlanPool pool = nook::pool_at(problem, 0);
  std::vector<int64_t> key = {effort.work, effort.first_fit, pool.capacity, pool.alignment,
                              static_cast<int64_t>(problem.buffers.size())};
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const nook::Buffer& buffer = problem.buffers[i];
    key.insert(key.end(), {buffer.size, buffer.alignment, buffer.first, buffer.last,
                           static_cast<int64_t>(buffer.kind), buffer.pinned});
    if (problem.rules.empty()) continue;
    const auto& gaps = problem.rules[i].gaps;
    key.push_back(static_cast<int64_t>(gaps.size()));
    for (const nook::Steps& gap : gaps) key.insert(key.end(), {gap.first, gap.last});
  }
  for (const nook::Separation& s : problem.separations) key.insert(key.end(), {s.upper, s.lower, s.bytes});
  return key;
}

}  // namespace

const Solution& KnownPlans::lowest(const nook::Problem& problem, const Effort& effort) {
  std::vector<int64_t> key = key_of(problem, effort);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  return known_.emplace(std::move(key), lowest_plan(problem, effort)).first->second;
}

}  // namespace nookc
