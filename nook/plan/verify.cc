#include "nook/plan/verify.h"

namespace nook {
namespace {

// Whether some separation lets `upper` start where it does although it shares bytes with `lower`.
bool separated(const Problem& problem, const Plan& plan, int32_t upper, int32_t lower) {
  for (const Separation& s : problem.separations) {
    if (s.upper != upper || s.lower != lower) continue;
    const Buffer &u = problem.buffers[upper], &l = problem.buffers[lower];
    const bool one_step = u.last == l.first;
    if (one_step && int64_t{plan.offsets[upper]} - plan.offsets[lower] >= s.bytes) return true;
  }
  return false;
}

}  // namespace

PlanVerdict verify(const Problem& problem, const Plan& plan) {
  const int32_t count = static_cast<int32_t>(problem.buffers.size());
  if (plan.offsets.size() < problem.buffers.size()) return {PlanFault::kSize, -1, -1};
  for (int32_t i = 0; i < count; ++i) {
    const Buffer& a = problem.buffers[i];
    const int64_t begin = plan.offsets[i], end = begin + a.size;
    if (begin < 0 || end > plan.height || end > problem.capacity) return {PlanFault::kRange, i, -1};
    if (begin % a.alignment != 0) return {PlanFault::kAlignment, i, -1};
    if (a.pinned != kAnywhere && a.pinned != begin) return {PlanFault::kPin, i, -1};
    for (int32_t j = 0; j < i; ++j) {
      const Buffer& b = problem.buffers[j];
      const int64_t other = plan.offsets[j];
      const bool share_bytes = begin < other + b.size && other < end;
      const bool share_time = a.first <= b.last && b.first <= a.last;
      if (!share_bytes || !share_time || a.size == 0 || b.size == 0) continue;
      if (!separated(problem, plan, i, j) && !separated(problem, plan, j, i))
        return {PlanFault::kOverlap, j, i};
    }
  }
  return {};
}

int64_t busiest_step_bytes(const Problem& problem) {
  int64_t most = 0;
  for (const Buffer& at : problem.buffers) {  // the busiest step is the first of some buffer
    int64_t alive = 0;
    for (const Buffer& b : problem.buffers)
      if (b.first <= at.first && at.first <= b.last) alive += b.size;
    if (alive > most) most = alive;
  }
  return most;
}

}  // namespace nook
