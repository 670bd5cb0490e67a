// A planner small enough for a device. It allocates no memory.
#pragma once
#include "nook/core/status.h"
#include "nook/plan/problem.h"

namespace nook {

// For one pool without rules (the problem's rules are ignored): places the largest buffer first, each at the
// lowest offset, gaps included, where it clears all placed buffers. This is the order of TensorFlow Lite
// Micro's planner. Ties do not depend on a sort. `order` is working space, one element per buffer. O(n^2) at
// most. Fills in the offsets. kNoMemory: buffer `*refused` does not fit, or `plan` is too small; kBadModel:
// its size, alignment or pin is invalid, or its pinned offset is not possible.
Code plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order, int32_t* refused);

// Like plan_greedy(), but in the caller's order, which must have pinned buffers first and is changed. All
// sizes and alignments must be valid, and `plan` must have room for the offsets.
Code place_in_one_pool(const Problem& problem, Plan* plan, int32_t* order, int32_t* refused);

// Places buffers in any order, with pools and rules: each goes to the first of its candidate pools with room.
// Fills in all fields of the plan and returns plan->height. kBadModel also for a buffer without a pool.
Result<int32_t> place_in_order(const Problem& problem, Plan* plan, Span<const int32_t> order,
                               int32_t* refused = nullptr);

// The order of plan_greedy(): pinned buffers, then the largest.
void order_by_size(Span<const Buffer> buffers, Span<int32_t> order);

}  // namespace nook
