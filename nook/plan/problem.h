// The interface between code that has buffers and code that places them. The device's planner, the compiler's
// solvers and verify() all use Problem and Plan.
#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

enum class BufferKind : uint8_t { kInput, kOutput, kActivation, kScratch, kPersistent, kConstant };

constexpr int32_t kAnywhere = -1;

// A range of steps of an inference, both ends included; empty if `last` is below `first`.
struct Steps {
  int32_t first, last;
};

// A buffer that is live from step `first` to step `last`, both included. A buffer that is never live (last <
// first) or is empty conflicts with no other, but still has an address.
struct Buffer {
  int32_t size;         // bytes, >= 0
  int32_t alignment;    // bytes, a power of two
  int32_t first, last;  // live range, steps
  BufferKind kind = BufferKind::kActivation;
  int32_t pinned = kAnywhere;  // the required offset, or kAnywhere
};

// Optional constraints on a buffer.
struct BufferRules {
  Span<const int32_t> pools;      // candidates, in order of preference; empty: every pool, in their order
  int32_t pool = kAnywhere;       // the required pool, or kAnywhere
  Span<const Steps> gaps;         // steps between the first and the last in which its bytes are free
  int64_t reads = 0, writes = 0;  // bytes read and written per inference
};

// Buffers `upper` and `lower` live at the same time at one step only, the last of `upper` and the first of
// `lower`: an operator reads the one and writes the other. They may share bytes when `upper` starts at least
// `bytes` above `lower` (0: in place). Buffers without a separation share none.
struct Separation {
  int32_t upper, lower;
  int32_t bytes;
};

// The properties of a pool that a planner needs. Constant pools accept constants only, the others everything
// else.
struct PlanPool {
  int32_t capacity = INT32_MAX;  // bytes
  int32_t alignment = 1;         // minimum alignment of its buffers, a power of two
  bool constant = false;
  int64_t read_cost = 0, write_cost = 0;  // cost per byte, in any unit
  int32_t burst = 1;                      // bytes: accesses transfer whole bursts
};

struct Problem {
  Span<const Buffer> buffers;
  Span<const Separation> separations;
  int32_t capacity = INT32_MAX;   // bytes of the pool, if there is only one
  Span<const PlanPool> pools;     // empty: one pool of `capacity` for every kind of buffer
  Span<const BufferRules> rules;  // per buffer; empty: none
};

struct Plan {
  Span<int32_t> offsets;       // per buffer, bytes from the start of its pool
  int32_t height = 0;          // bytes used, sum of all pools
  Span<int32_t> pools = {};    // per buffer, its pool; empty: the only one
  Span<int32_t> heights = {};  // per pool, bytes that are used; empty: one pool
};

constexpr int32_t pool_count(const Problem& problem) {
  return problem.pools.empty() ? 1 : static_cast<int32_t>(problem.pools.size());
}

constexpr PlanPool pool_at(const Problem& problem, int32_t pool) {
  return problem.pools.empty() ? PlanPool{problem.capacity} : problem.pools[static_cast<size_t>(pool)];
}

// The n-th candidate pool of a buffer, in order of preference; kAnywhere after the last. Skips pools that do
// not accept its kind.
int32_t candidate_pool(const Problem& problem, int32_t buffer, int32_t n);

// The alignment of a buffer's address in that pool.
constexpr int32_t alignment_in(const Problem& problem, int32_t buffer, int32_t pool) {
  const int32_t own = problem.buffers[static_cast<size_t>(buffer)].alignment;
  const int32_t all = pool_at(problem, pool).alignment;
  return own > all ? own : all;
}

// Whether two buffers are live at the same step.
bool conflict_in_time(const Problem& problem, int32_t a, int32_t b);

}  // namespace nook
