#pragma once
#include "nook/plan/problem.h"

namespace nook {

enum class PlanFault : uint8_t {
  kNone,
  kSize,       // the plan has fewer offsets, pools or heights than the problem has buffers and pools
  kPool,       // the pool of `a` is not one of its candidates
  kRange,      // `a` is below 0, or ends above the height or the capacity
  kAlignment,  // `a` is not at a multiple of its alignment
  kPin,        // `a` is not at its required offset or pool
  kOverlap,    // `a` and `b` live at `step` and share bytes that no separation allows
};

struct PlanVerdict {
  PlanFault fault = PlanFault::kNone;
  int32_t a = -1, b = -1;  // the buffers concerned
  int32_t step = -1;       // the first step at which both are live
  constexpr bool ok() const { return fault == PlanFault::kNone; }
};

// Checks a plan against the definition only; shares no code with a solver. O(n^2).
PlanVerdict verify(const Problem& problem, const Plan& plan);
// verify() for a problem with one pool and without rules.
PlanVerdict verify_one_pool(const Problem& problem, const Plan& plan);

// The bytes live at the busiest step: a lower bound for plans without separations, with any number of pools.
int64_t busiest_step_bytes(const Problem& problem);

}  // namespace nook
