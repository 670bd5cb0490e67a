// The planner that is small enough for a device. No memory of its own.
#pragma once
#include "nook/core/status.h"
#include "nook/plan/problem.h"

namespace nook {

// One pool, without rules (the problem's are not looked at): places the largest buffer first, each at the
// lowest offset where it clears all that are placed, gaps included: the order of TensorFlow Lite Micro's
// planner. Ties do not depend on a sort. `order` is working space, one element per buffer. O(n^2) and better.
// Fills in the offsets. kNoMemory: buffer `*refused` does not fit, or `plan` is too small; kBadModel: its
// size, alignment or pin is none, or its pin can't be kept.
Code plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order, int32_t* refused);

// The same in an order that the caller chose, in which buffers that are pinned to an offset are the first.
// All have a size and an alignment that are some, and there is room for their offsets.
Code place_in_one_pool(const Problem& problem, Plan* plan, const int32_t* order, int32_t* refused);

// In any order, with pools and rules: each buffer goes to the first of its candidate pools that has room.
// Fills in everything, and returns plan->height. kBadModel also of a buffer without a pool.
Result<int32_t> place_in_order(const Problem& problem, Plan* plan, Span<const int32_t> order,
                               int32_t* refused = nullptr);

// The order of plan_greedy(): pinned buffers, then the largest.
void order_by_size(Span<const Buffer> buffers, Span<int32_t> order);

}  // namespace nook
