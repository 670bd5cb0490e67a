// The border between whoever has buffers and whoever places them. The device's planner, the compiler's
// solvers and `verify` all speak Problem and Plan.
#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

enum class BufferKind : uint8_t { kInput, kOutput, kActivation, kScratch, kPersistent, kConstant };

constexpr int32_t kAnywhere = -1;

// A buffer is needed from step `first` to step `last`, both included.
struct Buffer {
  int32_t size;         // bytes, >= 0; an empty buffer conflicts with nothing
  int32_t alignment;    // bytes, a power of two
  int32_t first, last;  // steps; first <= last
  BufferKind kind = BufferKind::kActivation;
  int32_t pinned = kAnywhere;  // the offset where it must be, or kAnywhere
};

// Buffers `upper` and `lower` live at the same time at one step only, the last of `upper` and the first of
// `lower`: an operator reads the one and writes the other. They may share bytes when `upper` starts at least
// `bytes` above `lower` (0: in place). Buffers without a separation share none.
struct Separation {
  int32_t upper, lower;
  int32_t bytes;
};

struct Problem {
  Span<const Buffer> buffers;
  Span<const Separation> separations;
  int32_t capacity = INT32_MAX;  // bytes of the pool
};

struct Plan {
  Span<int32_t> offsets;  // per buffer, bytes from the start of the pool
  int32_t height = 0;     // bytes of the pool that are used
};

// Whether two buffers are needed at the same step.
constexpr bool conflict_in_time(const Buffer& a, const Buffer& b) {
  return a.size > 0 && b.size > 0 && a.first <= b.last && b.first <= a.last;
}

}  // namespace nook
