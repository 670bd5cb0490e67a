#include "nookc/middle/plan/solving/first_fit.h"

#include <algorithm>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

int64_t align_up(int64_t value, int32_t alignment) { return (value + alignment - 1) & -int64_t{alignment}; }

}  // namespace

FirstFit::FirstFit(const nook::Problem& problem)
    : problem_(problem),
      separations_(problem.buffers.size()),
      placed_(at(nook::pool_count(problem))),
      is_placed_(problem.buffers.size(), 0),
      is_separated_(problem.buffers.size(), 0),
      has_gaps_(problem.buffers.size(), 0) {
  for (size_t i = 0; i < problem.rules.size(); ++i) has_gaps_[i] = !problem.rules[i].gaps.empty();
  for (const nook::Separation& s : problem.separations) {
    separations_[at(s.upper)].push_back(s);
    separations_[at(s.lower)].push_back(s);
  }
}

Solution FirstFit::place(const std::vector<int32_t>& order) {
  Solution plan;
  plan.offsets.assign(order.size(), 0);
  plan.pools.assign(order.size(), 0);
  plan.heights.assign(placed_.size(), 0);
  for (auto& pool : placed_) pool.clear();
  is_placed_.assign(order.size(), 0);
  for (const bool pinned : {true, false})
    for (const int32_t self : order)
      if ((problem_.buffers[at(self)].pinned != nook::kAnywhere) == pinned && !put(self, &plan)) return plan;
  for (size_t i = 0; i < order.size(); ++i) {
    int32_t& height = plan.heights[at(plan.pools[i])];
    height = std::max(height, plan.offsets[i] + problem_.buffers[i].size);
  }
  plan.feasible = plan.height() <= INT32_MAX;
  return plan;
}

// Places a buffer in the first of its pools that has room.
bool FirstFit::put(int32_t self, Solution* plan) {
  const nook::Buffer& b = problem_.buffers[at(self)];
  const int64_t from = std::max(b.pinned, 0);
  for (int32_t n = 0, pool; (pool = nook::candidate_pool(problem_, self, n)) != nook::kAnywhere; ++n) {
    if (from % nook::alignment_in(problem_, self, pool) != 0) continue;
    set_separated(self, pool, *plan);
    const int64_t begin = lowest(self, pool, from);
    if (begin + b.size > nook::pool_at(problem_, pool).capacity || (b.pinned >= 0 && begin != from)) continue;
    plan->offsets[at(self)] = static_cast<int32_t>(begin);
    plan->pools[at(self)] = pool;
    is_placed_[at(self)] = 1;
    if (b.size == 0 || b.last < b.first) return true;  // it conflicts with no buffer
    auto& placed = placed_[at(pool)];
    const auto next = std::ranges::upper_bound(placed, begin, {}, &Placed::begin);
    placed.insert(next, {begin, begin + b.size, b.first, b.last, self});
    return true;
  }
  return false;
}

// Two separated buffers are live together at one step only, so the closest of several separations counts.
void FirstFit::set_separated(int32_t self, int32_t pool, const Solution& plan) {
  separated_.clear();
  for (const nook::Separation& s : separations_[at(self)]) {
    const int32_t other = s.upper == self ? s.lower : s.upper;
    if (other == self || !is_placed_[at(other)] || plan.pools[at(other)] != pool) continue;
    if (!nook::conflict_in_time(problem_, self, other)) continue;
    int64_t below = problem_.buffers[at(self)].size, above = problem_.buffers[at(other)].size;
    for (const nook::Separation& t : separations_[at(self)]) {
      if (t.upper == other) below = std::min<int64_t>(below, t.bytes);
      if (t.lower == other) above = std::min<int64_t>(above, t.bytes);
    }
    const int64_t begin = plan.offsets[at(other)];
    is_separated_[at(other)] = 1;
    // `self` may not begin between these offsets, both exclusive.
    separated_.push_back({begin - below, begin + above});
  }
}

// The lowest free offset at or above `from`, or one above the capacity.
int64_t FirstFit::lowest(int32_t self, int32_t pool, int64_t from) {
  const nook::Buffer& b = problem_.buffers[at(self)];
  if (b.size == 0 || b.last < b.first) return from;
  const int32_t alignment = nook::alignment_in(problem_, self, pool);
  const int64_t most = int64_t{nook::pool_at(problem_, pool).capacity} - b.size;
  int64_t begin = from;
  const auto clear_separated = [&] {  // returns whether it had to move up
    const int64_t before = begin;
    for (bool moved = true; moved;) {
      moved = false;
      for (const Separated& a : separated_)
        if (a.begin < begin && begin < a.end) begin = align_up(a.end, alignment), moved = true;
    }
    return begin != before;
  };
  const auto together = [&](const Placed& other) {
    if (!has_gaps_[at(self)] && !has_gaps_[at(other.buffer)]) return true;
    return nook::conflict_in_time(problem_, self, other.buffer);
  };
  const std::vector<Placed>& placed = placed_[at(pool)];
  size_t i = 0;
  do {
    for (; i < placed.size() && placed[i].begin < begin + b.size && begin <= most; ++i) {
      const Placed& other = placed[i];
      if (other.end <= begin || other.last < b.first || b.last < other.first) continue;
      if (!is_separated_[at(other.buffer)] && together(other)) begin = align_up(other.end, alignment);
    }
  } while (begin <= most && clear_separated());
  work_ += static_cast<int64_t>(i) + 1;
  for (const nook::Separation& s : separations_[at(self)])
    is_separated_[at(s.upper)] = is_separated_[at(s.lower)] = 0;
  return begin;
}

}  // namespace nookc
