#include "nook/plan/verify.h"

namespace nook {
namespace {

// Whether a separation allows `upper` to start where it does, although it shares bytes with `lower`.
bool separated(const Problem& problem, const Plan& plan, size_t upper, size_t lower) {
  for (const Separation& s : problem.separations) {
    if (static_cast<size_t>(s.upper) != upper || static_cast<size_t>(s.lower) != lower) continue;
    const Buffer &u = problem.buffers[upper], &l = problem.buffers[lower];
    const bool one_step = u.last == l.first;
    if (one_step && plan.offsets[upper] - plan.offsets[lower] >= s.bytes) return true;
  }
  return false;
}

bool needed_at(const Problem& problem, size_t buffer, int32_t step) {
  const Buffer& b = problem.buffers[buffer];
  if (b.size == 0 || step < b.first || step > b.last) return false;
  if (problem.rules.empty()) return true;
  for (const Steps& gap : problem.rules[buffer].gaps)
    if (gap.first <= step && step <= gap.last) return false;
  return true;
}

// Whether both are live at some step; finds the first one. A buffer becomes live at its first step and after
// each of its gaps.
bool meet(const Problem& problem, size_t a, size_t b, int32_t* first) {
  if (problem.buffers[a].last < problem.buffers[b].first ||
      problem.buffers[b].last < problem.buffers[a].first)
    return false;
  bool met = false;
  const auto look = [&](int64_t step) {
    if (step > INT32_MAX) return;
    const int32_t at = static_cast<int32_t>(step);
    if (needed_at(problem, a, at) && needed_at(problem, b, at) && (!met || at < *first))
      *first = at, met = true;
  };
  look(problem.buffers[a].first);
  look(problem.buffers[b].first);
  if (problem.rules.empty()) return met;
  for (const Steps& gap : problem.rules[a].gaps) look(int64_t{gap.last} + 1);
  for (const Steps& gap : problem.rules[b].gaps) look(int64_t{gap.last} + 1);
  return met;
}

bool meet_without_gaps(const Buffer& a, const Buffer& b, int32_t* first) {
  *first = a.first > b.first ? a.first : b.first;
  return a.size > 0 && b.size > 0 && *first <= a.last && *first <= b.last;
}

// Whether the buffer is allowed in that pool.
PlanFault check_pool(const Problem& problem, size_t buffer, int32_t pool) {
  if (pool < 0 || pool >= pool_count(problem)) return PlanFault::kPool;
  const bool constant = problem.buffers[buffer].kind == BufferKind::kConstant;
  if (!problem.pools.empty() && problem.pools[static_cast<size_t>(pool)].constant != constant)
    return PlanFault::kPool;
  if (!problem.rules.empty()) {
    const BufferRules& rules = problem.rules[buffer];
    if (rules.pool != kAnywhere && rules.pool != pool) return PlanFault::kPool;
    bool named = rules.pools.empty();
    for (const int32_t candidate : rules.pools) named = named || candidate == pool;
    if (!named) return PlanFault::kPool;
  }
  return PlanFault::kNone;
}

PlanFault check_alone(const Buffer& b, int32_t offset, int32_t height, const PlanPool& pool) {
  const int32_t room = height < pool.capacity ? height : pool.capacity;
  if (offset < 0 || offset > room || b.size > room - offset) return PlanFault::kRange;
  if ((offset & ((b.alignment - 1) | (pool.alignment - 1))) != 0) return PlanFault::kAlignment;
  return b.pinned != kAnywhere && b.pinned != offset ? PlanFault::kPin : PlanFault::kNone;
}

template <bool kPools>
PlanVerdict check_all(const Problem& problem, const Plan& plan) {
  const auto pool_of = [&](size_t i) { return kPools && !plan.pools.empty() ? plan.pools[i] : 0; };
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& b = problem.buffers[i];
    const int32_t self = static_cast<int32_t>(i), pool = pool_of(i);
    PlanFault fault = kPools ? check_pool(problem, i, pool) : PlanFault::kNone;
    if (fault != PlanFault::kNone) return {fault, self};
    const bool heights = kPools && !plan.heights.empty();
    fault = check_alone(b, plan.offsets[i], heights ? plan.heights[static_cast<size_t>(pool)] : plan.height,
                        kPools ? pool_at(problem, pool) : PlanPool{problem.capacity});
    if (fault != PlanFault::kNone) return {fault, self};
    // Both are within 2^31 bytes, so these sums do not overflow.
    const uint32_t begin = static_cast<uint32_t>(plan.offsets[i]),
                   end = begin + static_cast<uint32_t>(b.size);
    for (size_t j = 0; j < i; ++j) {
      const uint32_t other = static_cast<uint32_t>(plan.offsets[j]);
      if (other >= end || begin >= other + static_cast<uint32_t>(problem.buffers[j].size)) continue;
      if (pool_of(j) != pool) continue;
      int32_t step = 0;
      if (!(kPools ? meet(problem, i, j, &step) : meet_without_gaps(b, problem.buffers[j], &step))) continue;
      if (separated(problem, plan, i, j) || separated(problem, plan, j, i)) continue;
      return {PlanFault::kOverlap, static_cast<int32_t>(j), self, step};
    }
  }
  return {};
}

}  // namespace

PlanVerdict verify(const Problem& problem, const Plan& plan) {
  const size_t count = problem.buffers.size(), pools = problem.pools.size();
  if (plan.offsets.size() < count || (!problem.rules.empty() && problem.rules.size() < count))
    return {PlanFault::kSize};
  if (pools > 1 && (plan.pools.size() < count || plan.heights.size() < pools)) return {PlanFault::kSize};
  return check_all<true>(problem, plan);
}

PlanVerdict verify_one_pool(const Problem& problem, const Plan& plan) {
  if (plan.offsets.size() < problem.buffers.size()) return {PlanFault::kSize};
  return check_all<false>(problem, plan);
}

int64_t busiest_step_bytes(const Problem& problem) {
  int64_t most = 0;
  const auto look = [&](int64_t step) {
    if (step > INT32_MAX) return;
    int64_t alive = 0;
    for (size_t i = 0; i < problem.buffers.size(); ++i)
      if (needed_at(problem, i, static_cast<int32_t>(step))) alive += problem.buffers[i].size;
    if (alive > most) most = alive;
  };
  for (size_t i = 0; i < problem.buffers.size(); ++i) {  // it is a step where some buffer becomes live
    look(problem.buffers[i].first);
    if (problem.rules.empty()) continue;
    for (const Steps& gap : problem.rules[i].gaps) look(int64_t{gap.last} + 1);
  }
  return most;
}

}  // namespace nook
