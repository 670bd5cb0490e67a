#include "nook/plan/problem.h"

namespace nook {
namespace {

bool takes(const Problem& problem, int32_t pool, int32_t buffer) {
  if (problem.pools.empty()) return pool == 0;
  if (pool < 0 || pool >= pool_count(problem)) return false;
  const bool constant = problem.buffers[static_cast<size_t>(buffer)].kind == BufferKind::kConstant;
  return problem.pools[static_cast<size_t>(pool)].constant == constant;
}

// The first step at or after `at` that is in none of the gaps, of which at most one follows another directly.
int64_t after_gaps(int64_t at, Span<const Steps> gaps) {
  for (const Steps& gap : gaps)
    if (gap.first <= at && at <= gap.last) at = int64_t{gap.last} + 1;
  return at;
}

// Whether some step is in no gap of either buffer.
bool busy(Steps steps, Span<const Steps> a, Span<const Steps> b) {
  int64_t at = steps.first;
  while (at <= steps.last) {
    const int64_t next = after_gaps(after_gaps(at, a), b);
    if (next == at) return true;
    at = next;
  }
  return false;
}

}  // namespace

int32_t candidate_pool(const Problem& problem, int32_t buffer, int32_t n) {
  const BufferRules rules =
      problem.rules.empty() ? BufferRules{} : problem.rules[static_cast<size_t>(buffer)];
  const int32_t count = rules.pools.empty() ? pool_count(problem) : static_cast<int32_t>(rules.pools.size());
  for (int32_t i = 0; i < count; ++i) {
    const int32_t pool = rules.pools.empty() ? i : rules.pools[static_cast<size_t>(i)];
    if (!takes(problem, pool, buffer)) continue;
    if (rules.pool != kAnywhere && rules.pool != pool) continue;
    if (n-- == 0) return pool;
  }
  return kAnywhere;
}

bool conflict_in_time(const Problem& problem, int32_t a, int32_t b) {
  const Buffer &x = problem.buffers[static_cast<size_t>(a)], &y = problem.buffers[static_cast<size_t>(b)];
  const Steps both = {x.first > y.first ? x.first : y.first, x.last < y.last ? x.last : y.last};
  if (x.size <= 0 || y.size <= 0 || both.first > both.last) return false;
  if (problem.rules.empty()) return true;
  const Span<const Steps> of_a = problem.rules[static_cast<size_t>(a)].gaps;
  const Span<const Steps> of_b = problem.rules[static_cast<size_t>(b)].gaps;
  return (of_a.empty() && of_b.empty()) || busy(both, of_a, of_b);
}

}  // namespace nook
