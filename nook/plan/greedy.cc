#include "nook/plan/greedy.h"

namespace nook {
namespace {

bool power_of_two(int32_t value) { return value > 0 && (value & (value - 1)) == 0; }

bool sound(const Buffer& b) {
  return b.size >= 0 && power_of_two(b.alignment) && b.pinned >= kAnywhere &&
         (b.pinned == kAnywhere || b.pinned % b.alignment == 0);
}

// The largest first; ties by life, then by position, so that the result depends on no sort.
bool before(Span<const Buffer> buffers, int32_t a, int32_t b) {
  const Buffer &x = buffers[static_cast<size_t>(a)], &y = buffers[static_cast<size_t>(b)];
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
  const Buffer &a = problem.buffers[static_cast<size_t>(self)],
               &b = problem.buffers[static_cast<size_t>(other)];
  if (at >= int64_t{start} + b.size || start >= at + a.size || !conflict_in_time(problem, self, other))
    return true;
  *next = int64_t{start} + b.size;
  const int32_t above = separation(problem, self, other);  // self may start `above` bytes over other
  if (above >= 0) {
    if (at >= int64_t{start} + above) return true;
    *next = int64_t{start} + above;
  }
  const int32_t below = separation(problem, other, self);  // other may start `below` bytes over self
  return below >= 0 && start >= at + below;
}

class Placing {
 public:
  Placing(const Problem& problem, Plan* plan, Span<const int32_t> order)
      : problem_(problem), plan_(plan), order_(order) {}

  int32_t pool_of(int32_t buffer) const {
    return plan_->pools.empty() ? 0 : plan_->pools[static_cast<size_t>(buffer)];
  }

  // Places the buffer into the first of its pools that has room.
  Code place(int32_t self) {
    const Buffer& buffer = problem_.buffers[static_cast<size_t>(self)];
    Code why = Code::kBadModel;  // no pool takes it
    for (int32_t n = 0;; ++n) {
      const int32_t pool = candidate_pool(problem_, self, n);
      if (pool == kAnywhere) return why;
      int64_t at = buffer.pinned;
      if (at == kAnywhere) {
        at = lowest_fit(self, pool);
        why = Code::kNoMemory;
      } else if (!open(self, pool, at)) {
        continue;
      } else {
        why = Code::kNoMemory;
      }
      if (at + buffer.size > pool_at(problem_, pool).capacity) continue;
      plan_->offsets[static_cast<size_t>(self)] = static_cast<int32_t>(at);
      if (!plan_->pools.empty()) plan_->pools[static_cast<size_t>(self)] = pool;
      return Code::kOk;
    }
  }

  // What comes before position `count` of the order is placed: of the pinned ones while they are at it, then
  // of the others.
  void begin(bool pinned, size_t count) { in_pinned_ = pinned, count_ = count; }

 private:
  bool pinned(int32_t i) const { return problem_.buffers[static_cast<size_t>(i)].pinned != kAnywhere; }
  // While the pinned ones are placed, those up to here; afterwards all of them, and the others up to here.
  bool is_placed(size_t position) const {
    return pinned(order_[position]) ? !in_pinned_ || position < count_ : !in_pinned_ && position < count_;
  }

  // Whether a pinned buffer's place is free.
  bool open(int32_t self, int32_t pool, int64_t at) const {
    int64_t next = 0;
    if ((at & (alignment_in(problem_, self, pool) - 1)) != 0) return false;
    for (size_t i = 0; i < order_.size(); ++i) {
      const int32_t other = order_[i];
      if (is_placed(i) && pool_of(other) == pool &&
          !clears(problem_, self, at, other, plan_->offsets[static_cast<size_t>(other)], &next))
        return false;
    }
    return true;
  }

  // The lowest offset where `self` clears every buffer already placed.
  int64_t lowest_fit(int32_t self, int32_t pool) const {
    const int32_t alignment = alignment_in(problem_, self, pool);
    int64_t at = 0;
    for (size_t i = 0; i < order_.size();) {
      const int32_t other = order_[i];
      int64_t next = at;
      if (!is_placed(i) || pool_of(other) != pool ||
          clears(problem_, self, at, other, plan_->offsets[static_cast<size_t>(other)], &next)) {
        ++i;
      } else {
        at = align_up(next, alignment);
        i = 0;  // moved up: look again from the first
      }
    }
    return at;
  }

  const Problem& problem_;
  Plan* plan_;
  Span<const int32_t> order_;
  bool in_pinned_ = true;
  size_t count_ = 0;
};

// Writes down how far the pools are filled.
bool measure(const Problem& problem, Plan* plan) {
  for (int32_t& height : plan->heights) height = 0;
  int64_t all = 0, only = 0;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const int32_t end = plan->offsets[i] + problem.buffers[i].size;
    if (plan->heights.empty()) {
      only = end > only ? end : only;
    } else {
      int32_t& height = plan->heights[static_cast<size_t>(plan->pools[i])];
      height = end > height ? end : height;
    }
  }
  for (const int32_t height : plan->heights) all += height;
  plan->height = static_cast<int32_t>(plan->heights.empty() ? only : all);
  return all <= INT32_MAX;
}

}  // namespace

Result<int32_t> place_in_order(const Problem& problem, Plan* plan, Span<const int32_t> order,
                               int32_t* refused) {
  const size_t count = problem.buffers.size(), pools = static_cast<size_t>(pool_count(problem));
  NOOK_REQUIRE(plan->offsets.size() >= count && order.size() >= count, Code::kNoMemory);
  if (pools > 1 || !plan->pools.empty())
    NOOK_REQUIRE(plan->pools.size() >= count && plan->heights.size() >= pools, Code::kNoMemory);
  for (size_t i = 0; i < count; ++i) {
    if (refused) *refused = static_cast<int32_t>(i);
    NOOK_REQUIRE(sound(problem.buffers[i]), Code::kBadModel);
  }
  for (const PlanPool& pool : problem.pools) NOOK_REQUIRE(power_of_two(pool.alignment), Code::kBadModel);
  Placing placing(problem, plan, {order.data(), count});
  for (int round = 0; round < 2; ++round) {
    const bool pinned = round == 0;
    for (size_t i = 0; i < count; ++i) {
      const int32_t self = order[i];
      if ((problem.buffers[static_cast<size_t>(self)].pinned != kAnywhere) != pinned) continue;
      placing.begin(pinned, i);
      if (refused) *refused = self;
      const Code code = placing.place(self);
      NOOK_REQUIRE(code == Code::kOk, code);
    }
  }
  if (refused) *refused = kAnywhere;
  NOOK_REQUIRE(measure(problem, plan), Code::kNoMemory);
  return plan->height;
}

Result<int32_t> plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order) {
  const int32_t count = static_cast<int32_t>(problem.buffers.size());
  NOOK_REQUIRE(order.size() >= problem.buffers.size(), Code::kNoMemory);
  for (int32_t i = 0; i < count; ++i) {  // insertion sort: n is the number of tensors
    int32_t j = i;
    for (; j > 0 && before(problem.buffers, i, order[static_cast<size_t>(j) - 1]); --j)
      order[static_cast<size_t>(j)] = order[static_cast<size_t>(j) - 1];
    order[static_cast<size_t>(j)] = i;
  }
  return place_in_order(problem, plan, order);
}

}  // namespace nook
