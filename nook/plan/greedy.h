#pragma once
#include "nook/core/status.h"
#include "nook/plan/problem.h"

namespace nook {

// Places the largest buffer first, each at the lowest offset that is free while it lives (gaps between placed
// buffers are used); pinned buffers come before all others.
//   plan   plan.offsets has one place per buffer; meaningful on success only
//   order  [buffers.size()] working memory, contents are lost
// Returns the height. kBadModel: a buffer of negative size, without life, with an alignment that is not a
// power of two, or two pinned buffers that collide. kNoMemory: more than problem.capacity bytes. Allocates
// nothing; O(n^3) at worst; the same input gives the same offsets on every machine.
Result<int32_t> plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order);

}  // namespace nook
