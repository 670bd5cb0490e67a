#include "nook/plan/greedy.h"

namespace nook {
namespace {

bool sound(const Buffer& b) {
  return b.size >= 0 && b.first <= b.last && b.alignment > 0 && (b.alignment & (b.alignment - 1)) == 0 &&
         b.pinned >= kAnywhere && (b.pinned == kAnywhere || b.pinned % b.alignment == 0);
}

// Pinned first, then the largest; ties by life, then by position, so that the result depends on no sort.
bool before(Span<const Buffer> buffers, int32_t a, int32_t b) {
  const Buffer &x = buffers[a], &y = buffers[b];
  if ((x.pinned >= 0) != (y.pinned >= 0)) return x.pinned >= 0;
  if (x.size != y.size) return x.size > y.size;
  if (x.first != y.first) return x.first < y.first;
  return a < b;
}

int64_t align_up(int64_t value, int32_t alignment) { return (value + alignment - 1) & -int64_t{alignment}; }

// By how many bytes `upper` must start above `lower` to be allowed to share bytes with it; kAnywhere: never.
int32_t separation(const Problem& problem, int32_t upper, int32_t lower) {
  for (const Separation& s : problem.separations)
    if (s.upper == upper && s.lower == lower) return s.bytes;
  return kAnywhere;
}

// Whether `self` at `at` is free of `other`, and if not, the lowest place above `at` that may be.
bool clears(const Problem& problem, int32_t self, int64_t at, int32_t other, int32_t start, int64_t* next) {
  const Buffer &a = problem.buffers[self], &b = problem.buffers[other];
  if (!conflict_in_time(a, b) || at >= int64_t{start} + b.size || start >= at + a.size) return true;
  *next = int64_t{start} + b.size;
  const int32_t above = separation(problem, self, other);  // self may start `above` bytes over other
  if (above >= 0) {
    if (at >= int64_t{start} + above) return true;
    *next = int64_t{start} + above;
  }
  const int32_t below = separation(problem, other, self);  // other may start `below` bytes over self
  return below >= 0 && start >= at + below;
}

// The lowest offset where `self` clears every buffer already placed.
int64_t lowest_fit(const Problem& problem, Span<const int32_t> offsets, Span<const int32_t> placed,
                   int32_t self) {
  const int32_t alignment = problem.buffers[self].alignment;
  int64_t at = 0;
  for (size_t i = 0; i < placed.size();) {
    int64_t next = at;
    if (clears(problem, self, at, placed[i], offsets[placed[i]], &next)) {
      ++i;
    } else {
      at = align_up(next, alignment);
      i = 0;  // moved up: look again from the first
    }
  }
  return at;
}

}  // namespace

Result<int32_t> plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order) {
  const int32_t count = static_cast<int32_t>(problem.buffers.size());
  NOOK_REQUIRE(plan->offsets.size() >= problem.buffers.size() && order.size() >= problem.buffers.size(),
               Code::kNoMemory);
  for (const Buffer& b : problem.buffers) NOOK_REQUIRE(sound(b), Code::kBadModel);
  for (int32_t i = 0; i < count; ++i) {  // insertion sort: n is the number of tensors
    int32_t j = i;
    for (; j > 0 && before(problem.buffers, i, order[j - 1]); --j) order[j] = order[j - 1];
    order[j] = i;
  }
  int64_t height = 0;
  for (int32_t i = 0; i < count; ++i) {
    const Span<const int32_t> placed(order.data(), static_cast<size_t>(i));
    const int32_t self = order[i];
    const Buffer& buffer = problem.buffers[self];
    int64_t at = buffer.pinned;
    if (buffer.pinned == kAnywhere) {
      at = lowest_fit(problem, plan->offsets, placed, self);
    } else {
      int64_t next = 0;
      for (int32_t other : placed)
        NOOK_REQUIRE(clears(problem, self, at, other, plan->offsets[other], &next), Code::kBadModel);
    }
    NOOK_REQUIRE(at + buffer.size <= problem.capacity, Code::kNoMemory);
    plan->offsets[self] = static_cast<int32_t>(at);
    if (at + buffer.size > height) height = at + buffer.size;
  }
  plan->height = static_cast<int32_t>(height);
  return plan->height;
}

}  // namespace nook
