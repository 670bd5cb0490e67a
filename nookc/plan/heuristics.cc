#include <algorithm>
#include <numeric>

#include "nook/plan/greedy.h"
#include "nookc/plan/solver.h"

namespace nookc {
namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

Solution in_order(const nook::Problem& problem, const std::vector<int32_t>& order) {
  Solution s;
  s.offsets.resize(order.size());
  s.pools.resize(order.size());
  s.heights.resize(at(nook::pool_count(problem)));
  nook::Plan plan = s.plan();
  s.feasible = bool(nook::place_in_order(problem, &plan, {order.data(), order.size()}));
  return s;
}

std::vector<std::vector<int32_t>> neighbours(const nook::Problem& problem) {
  const int32_t count = static_cast<int32_t>(problem.buffers.size());
  std::vector<std::vector<int32_t>> all(at(count));
  for (int32_t i = 0; i < count; ++i)
    for (int32_t j = 0; j < count; ++j)
      if (i != j && nook::conflict_in_time(problem, i, j)) all[at(i)].push_back(j);
  return all;
}

std::vector<int32_t> by_size(const nook::Problem& problem) {
  std::vector<int32_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int32_t a, int32_t b) {
    const nook::Buffer &x = problem.buffers[at(a)], &y = problem.buffers[at(b)];
    return x.size != y.size ? x.size > y.size : x.first < y.first;
  });
  return order;
}

// A generator whose numbers are the same on every machine (Numerical Recipes' 64-bit congruential one).
class Dice {
 public:
  size_t below(size_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<size_t>((state_ >> 33) % n);
  }

 private:
  uint64_t state_ = 1;
};

class Climb {
 public:
  Climb(const nook::Problem& problem, const Effort& effort)
      : problem_(problem), effort_(effort), meets_(neighbours(problem)), order_(by_size(problem)) {}

  Solution run() {
    Solution now = in_order(problem_, order_), best = now;
    const size_t count = order_.size();
    const int64_t round = static_cast<int64_t>(count) * static_cast<int64_t>(count) / 4 + 1;
    const int64_t rounds = std::clamp<int64_t>(effort_.work / round, 1, kRounds);
    for (int64_t k = 1; k <= rounds && count > 1; ++k) {
      if (effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline) break;
      const std::vector<int32_t> before = order_;
      swap_near(now);
      Solution next = in_order(problem_, order_);
      if (better_or_chance(next, now, k)) {
        now = std::move(next);
        if (now.feasible && (!best.feasible || now.height() < best.height())) best = now;
      } else {
        order_ = before;
      }
    }
    return best;
  }

 private:
  static constexpr int64_t kRounds = 2000;

  // Swaps two of those that meet a buffer at the top of its pool, or that meet one of these.
  void swap_near(const Solution& now) {
    std::vector<int32_t> near;
    const int32_t count = static_cast<int32_t>(order_.size());
    std::vector<int32_t> tops;
    for (int32_t i = 0; now.feasible && i < count; ++i)
      if (now.offsets[at(i)] + problem_.buffers[at(i)].size == now.heights[at(now.pools[at(i)])])
        tops.push_back(i);
    if (!tops.empty()) {
      const int32_t top = tops[dice_.below(tops.size())];
      near.push_back(top);
      for (const int32_t i : meets_[at(top)]) {
        near.push_back(i);
        near.insert(near.end(), meets_[at(i)].begin(), meets_[at(i)].end());
      }
      std::ranges::sort(near);
      near.erase(std::unique(near.begin(), near.end()), near.end());
    }
    if (near.size() < 2) near = order_;
    const int32_t a = near[dice_.below(near.size())], b = near[dice_.below(near.size())];
    std::iter_swap(std::ranges::find(order_, a), std::ranges::find(order_, b));
  }

  bool better_or_chance(const Solution& next, const Solution& now, int64_t k) {
    if (!next.feasible) return !now.feasible;
    if (!now.feasible || next.height() <= now.height()) return true;
    const int64_t worse = next.height() - now.height();
    return static_cast<int64_t>(dice_.below(100)) < 5000 * worse / (now.height() + 1) / k;
  }

  const nook::Problem& problem_;
  const Effort& effort_;
  std::vector<std::vector<int32_t>> meets_;
  std::vector<int32_t> order_;
  Dice dice_;
};

}  // namespace

Solution greedy_by_size(const nook::Problem& problem, const Effort&) {
  return in_order(problem, by_size(problem));
}

Solution greedy_by_conflicts(const nook::Problem& problem, const Effort&) {
  const auto meets = neighbours(problem);
  std::vector<int32_t> order = by_size(problem);
  std::ranges::stable_sort(order, std::greater<>(), [&](int32_t i) { return meets[at(i)].size(); });
  return in_order(problem, order);
}

Solution hill_climb(const nook::Problem& problem, const Effort& effort) {
  return Climb(problem, effort).run();
}

}  // namespace nookc
