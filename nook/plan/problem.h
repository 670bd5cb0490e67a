// The interface between code that has buffers and code that places them. The device's planner, the compiler's
// solvers and `verify` all speak Problem and Plan.
#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

enum class BufferKind : uint8_t { kInput, kOutput, kActivation, kScratch, kPersistent, kConstant };

constexpr int32_t kAnywhere = -1;

// Steps of an inference, both included; none if `last` is below `first`.
struct Steps {
  int32_t first, last;
};

// A buffer is needed from step `first` to step `last`, both included; one that is needed at no step
// (last < first) or that is empty conflicts with nothing, and still has an address.
struct Buffer {
  int32_t size;         // bytes, >= 0
  int32_t alignment;    // bytes, a power of two
  int32_t first, last;  // steps
  BufferKind kind = BufferKind::kActivation;
  int32_t pinned = kAnywhere;  // the offset where it must be, or kAnywhere
};

// Optional constraints on a buffer.
struct BufferRules {
  Span<const int32_t> pools;      // where it may go, the best first; empty: every pool, in their order
  int32_t pool = kAnywhere;       // where it must go, or kAnywhere
  Span<const Steps> gaps;         // between its first and its last step, when its bytes are free
  int64_t reads = 0, writes = 0;  // bytes of it per inference
};

// Buffers `upper` and `lower` live at the same time at one step only, the last of `upper` and the first of
// `lower`: an operator reads the one and writes the other. They may share bytes when `upper` starts at least
// `bytes` above `lower` (0: in place). Buffers without a separation share none.
struct Separation {
  int32_t upper, lower;
  int32_t bytes;
};

// What a planner knows of a pool. Constant pools take constants only; the others take the rest.
struct PlanPool {
  int32_t capacity = INT32_MAX;  // bytes
  int32_t alignment = 1;         // of every buffer in it, a power of two
  bool constant = false;
  int64_t read_cost = 0, write_cost = 0;  // of a byte, in any unit
  int32_t burst = 1;                      // bytes: a buffer is read and written in whole ones
};

struct Problem {
  Span<const Buffer> buffers;
  Span<const Separation> separations;
  int32_t capacity = INT32_MAX;   // bytes of the pool, where there is but one
  Span<const PlanPool> pools;     // empty: one, of `capacity`, for every kind
  Span<const BufferRules> rules;  // per buffer; empty: none
};

struct Plan {
  Span<int32_t> offsets;       // per buffer, bytes from the start of its pool
  int32_t height = 0;          // bytes that are used, of all pools together
  Span<int32_t> pools = {};    // per buffer, its pool; empty: the only one
  Span<int32_t> heights = {};  // per pool, bytes that are used; empty: one pool
};

constexpr int32_t pool_count(const Problem& problem) {
  return problem.pools.empty() ? 1 : static_cast<int32_t>(problem.pools.size());
}

constexpr PlanPool pool_at(const Problem& problem, int32_t pool) {
  return problem.pools.empty() ? PlanPool{problem.capacity} : problem.pools[static_cast<size_t>(pool)];
}

// The n-th pool where a buffer may go, the best first; kAnywhere after the last. Pools that do not take its
// kind are skipped.
int32_t candidate_pool(const Problem& problem, int32_t buffer, int32_t n);

// The alignment of a buffer's address in that pool.
constexpr int32_t alignment_in(const Problem& problem, int32_t buffer, int32_t pool) {
  const int32_t own = problem.buffers[static_cast<size_t>(buffer)].alignment;
  const int32_t all = pool_at(problem, pool).alignment;
  return own > all ? own : all;
}

// Whether two buffers are needed at the same step.
bool conflict_in_time(const Problem& problem, int32_t a, int32_t b);

}  // namespace nook
