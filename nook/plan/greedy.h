// The planner that is small enough for a device. No memory of its own.
#pragma once
#include "nook/core/status.h"
#include "nook/plan/problem.h"

namespace nook {

// Places the largest buffer first, each at the lowest offset where it clears all that are placed, gaps
// included: the order of TensorFlow Lite Micro's planner. `order` is working space, one element per buffer.
// Ties do not depend on a sort. Returns plan->height. Errors as place_in_order().
Result<int32_t> plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order);

// The same in an order that the caller chose; buffers that are pinned to an offset are placed before the
// others all the same. Each goes to the first of its candidate pools that has room. O(n^2) and better.
// kNoMemory: a buffer fits into none of its pools, or `plan` is too small; kBadModel: a size, alignment or
// pin that is none, a pin that can't be kept, a buffer without a pool. `*refused`, where given, is the
// buffer.
Result<int32_t> place_in_order(const Problem& problem, Plan* plan, Span<const int32_t> order,
                               int32_t* refused = nullptr);

}  // namespace nook
