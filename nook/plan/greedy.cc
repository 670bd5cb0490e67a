#include "nook/plan/greedy.h"

namespace nook {
namespace {

bool power_of_two(int32_t value) { return value > 0 && (value & (value - 1)) == 0; }

bool sound(const Buffer& b) { return b.size >= 0 && power_of_two(b.alignment) && b.pinned >= kAnywhere; }

// Pinned buffers come first, then larger ones. Ties are broken by live range, then by position, so that the
// result does not depend on the sort.
bool before(Span<const Buffer> buffers, int32_t a, int32_t b) {
  const Buffer &x = buffers[static_cast<size_t>(a)], &y = buffers[static_cast<size_t>(b)];
  if ((x.pinned < 0) != (y.pinned < 0)) return y.pinned < 0;
  if (x.size != y.size) return x.size > y.size;
  if (x.first != y.first) return x.first < y.first;
  return a < b;
}

// First fit. The instance for the device, with one pool and buffers without gaps, contains no code for the
// rest. Offsets and sizes are below 2^31, so the sum of two fits a uint32_t.
template <bool kPools, class Order>
class FirstFit {
 public:
  FirstFit(const Problem& problem, Plan* plan, Order order)
      : problem_(problem), plan_(*plan), order_(order) {}

  // Places buffers in the given order, in which pinned buffers come first. Placed buffers are sorted by
  // offset, so one pass over them finds a gap.
  Code place_all(int32_t* refused) {
    for (; placed_ < problem_.buffers.size(); ++placed_) {
      const int32_t self = *refused = order_[placed_];
      NOOK_TRY(place(self));
      size_t at = placed_;
      for (; at > 0 && offset(order_[at - 1]) > offset(self); --at) order_[at] = order_[at - 1];
      order_[at] = self;
    }
    return Code::kOk;
  }

  // Places buffers in any order, but pinned ones first. Buffers not placed yet have the offset kAnywhere.
  Code place_pinned_and_others(int32_t* refused) {
    const size_t count = placed_ = problem_.buffers.size();
    for (size_t i = 0; i < count; ++i) plan_.offsets[i] = kAnywhere;
    for (int round = 0; round < 2; ++round)
      for (size_t i = 0; i < count; ++i) {
        const int32_t self = order_[i];
        if ((buffer(self).pinned < 0) != (round == 1)) continue;
        *refused = self;
        NOOK_TRY(place(self));
      }
    return Code::kOk;
  }

 private:
  const Buffer& buffer(int32_t i) const { return problem_.buffers[static_cast<size_t>(i)]; }
  int32_t offset(int32_t i) const { return plan_.offsets[static_cast<size_t>(i)]; }
  // Whether the live ranges of `a` and `b` share one step only, as with a separation.
  bool meet(int32_t a, int32_t b) const {
    return buffer(a).last == buffer(b).first || buffer(b).last == buffer(a).first;
  }
  int32_t pool_of(int32_t i) const {
    return !kPools || plan_.pools.empty() ? 0 : plan_.pools[static_cast<size_t>(i)];
  }
  int32_t capacity(int32_t pool) const {
    if constexpr (kPools) return pool_at(problem_, pool).capacity;
    return problem_.capacity;
  }
  uint32_t alignment(int32_t self, int32_t pool) const {
    if constexpr (kPools) return static_cast<uint32_t>(alignment_in(problem_, self, pool));
    return static_cast<uint32_t>(buffer(self).alignment);
  }
  bool together(int32_t self, int32_t other) const {
    if constexpr (kPools) return conflict_in_time(problem_, self, other);
    const Buffer &a = buffer(self), &b = buffer(other);
    return b.size > 0 && a.first <= b.last && b.first <= a.last && a.first <= a.last && b.first <= b.last;
  }

  Code place(int32_t self);
  Code place_in(int32_t self, int32_t pool);
  bool fit(int32_t self, int32_t pool, uint32_t* at) const;
  uint32_t beyond(int32_t self, uint32_t at, int32_t other) const;

  const Problem& problem_;
  Plan& plan_;
  const Order order_;
  size_t placed_ = 0;  // only the first `placed_` of the order are placed
};

// The lowest offset from `at` up where `self` clears `other`; `at` itself if `self` clears it there.
template <bool kPools, class Order>
uint32_t FirstFit<kPools, Order>::beyond(int32_t self, uint32_t at, int32_t other) const {
  const uint32_t start = static_cast<uint32_t>(plan_.offsets[static_cast<size_t>(other)]);
  const uint32_t bytes = static_cast<uint32_t>(buffer(other).size);
  if (at >= start + bytes || start >= at + static_cast<uint32_t>(buffer(self).size) || !together(self, other))
    return at;
  uint32_t next = start + bytes;
  if (!meet(self, other)) return next;
  for (const Separation& s : problem_.separations) {
    const uint32_t apart = static_cast<uint32_t>(s.bytes);
    if (s.upper == other && s.lower == self && start >= at + apart) return at;
    if (s.upper != self || s.lower != other || start + apart >= next) continue;
    if (at >= start + apart) return at;
    next = start + apart;
  }
  return next;
}

// Moves `at` up until `self` clears all buffers placed in the pool; false: that exceeds the capacity.
template <bool kPools, class Order>
bool FirstFit<kPools, Order>::fit(int32_t self, int32_t pool, uint32_t* at) const {
  const uint32_t most = static_cast<uint32_t>(capacity(pool)), mask = alignment(self, pool) - 1;
  const uint32_t bytes = static_cast<uint32_t>(buffer(self).size);
  for (bool moved = bytes > 0; moved;) {  // moved up: compare with all buffers again
    moved = false;
    for (size_t i = 0; i < placed_; ++i) {
      const int32_t other = order_[i];
      if (kPools && (offset(other) < 0 || pool_of(other) != pool)) continue;
      if (!kPools && static_cast<uint32_t>(offset(other)) >= *at + bytes)
        break;  // the remaining buffers are higher
      const uint32_t next = beyond(self, *at, other);
      if (next == *at) continue;
      if (next > most) return false;
      *at = (next + mask) & ~mask, moved = true;
    }
  }
  return *at <= most && bytes <= most - *at;
}

// Places the buffer into this pool. kBadModel: its pinned offset is not possible; kNoMemory: the pool is
// full.
template <bool kPools, class Order>
Code FirstFit<kPools, Order>::place_in(int32_t self, int32_t pool) {
  const int32_t pinned = buffer(self).pinned;
  const uint32_t from = pinned < 0 ? 0 : static_cast<uint32_t>(pinned);
  if ((from & (alignment(self, pool) - 1)) != 0) return Code::kBadModel;
  uint32_t at = from;
  const bool fits = fit(self, pool, &at);
  if (pinned >= 0 && at != from) return Code::kBadModel;  // its pinned offset is occupied
  if (!fits) return Code::kNoMemory;
  plan_.offsets[static_cast<size_t>(self)] = static_cast<int32_t>(at);
  return Code::kOk;
}

// Places the buffer into its first candidate pool with room.
template <bool kPools, class Order>
Code FirstFit<kPools, Order>::place(int32_t self) {
  if constexpr (!kPools) return place_in(self, 0);
  Code why = Code::kBadModel;  // it has no candidate pool
  for (int32_t n = 0;; ++n) {
    const int32_t pool = candidate_pool(problem_, self, n);
    if (pool == kAnywhere) return why;
    const Code code = place_in(self, pool);
    if (code == Code::kBadModel) continue;
    why = code;
    if (code != Code::kOk) continue;
    if (!plan_.pools.empty()) plan_.pools[static_cast<size_t>(self)] = pool;
    return code;
  }
}

// Records the bytes used in each pool.
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

Code check(const Problem& problem, const Plan& plan, Span<const int32_t> order, int32_t* refused) {
  const size_t count = problem.buffers.size();
  NOOK_REQUIRE(plan.offsets.size() >= count && order.size() >= count, Code::kNoMemory);
  for (size_t i = 0; i < count; ++i) {
    *refused = static_cast<int32_t>(i);
    NOOK_REQUIRE(sound(problem.buffers[i]), Code::kBadModel);
  }
  return Code::kOk;
}

}  // namespace

Result<int32_t> place_in_order(const Problem& problem, Plan* plan, Span<const int32_t> order,
                               int32_t* refused) {
  int32_t unused = 0;
  if (!refused) refused = &unused;
  const size_t count = problem.buffers.size(), pools = static_cast<size_t>(pool_count(problem));
  NOOK_TRY(check(problem, *plan, order, refused));
  if (pools > 1 || !plan->pools.empty())
    NOOK_REQUIRE(plan->pools.size() >= count && plan->heights.size() >= pools, Code::kNoMemory);
  for (const PlanPool& pool : problem.pools) NOOK_REQUIRE(power_of_two(pool.alignment), Code::kBadModel);
  FirstFit<true, const int32_t*> first_fit(problem, plan, order.data());
  NOOK_TRY(first_fit.place_pinned_and_others(refused));
  *refused = kAnywhere;
  NOOK_REQUIRE(measure(problem, plan), Code::kNoMemory);
  return plan->height;
}

Code place_in_one_pool(const Problem& problem, Plan* plan, int32_t* order, int32_t* refused) {
  return FirstFit<false, int32_t*>(problem, plan, order).place_all(refused);
}

void order_by_size(Span<const Buffer> buffers, Span<int32_t> order) {
  for (size_t i = 0; i < buffers.size(); ++i) {  // insertion sort: n is the number of tensors
    const int32_t self = static_cast<int32_t>(i);
    size_t j = i;
    for (; j > 0 && before(buffers, self, order[j - 1]); --j) order[j] = order[j - 1];
    order[j] = self;
  }
}

Code plan_greedy(const Problem& problem, Plan* plan, Span<int32_t> order, int32_t* refused) {
  NOOK_TRY(check(problem, *plan, order, refused));
  order_by_size(problem.buffers, order);
  return place_in_one_pool(problem, plan, order.data(), refused);
}

}  // namespace nook
