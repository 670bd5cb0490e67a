#include <algorithm>
#include <numeric>

#include "nookc/middle/plan/solving/at.h"
#include "nookc/middle/plan/solving/first_fit.h"
#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/solver.h"

namespace nookc {
namespace {

// The number of buffers that each buffer meets: all except those that end before it begins or begin after it
// ends. A pair must be compared only if one of the two has gaps.
std::vector<int32_t> count_neighbours(const nook::Problem& problem) {
  const int32_t count = static_cast<int32_t>(problem.buffers.size());
  std::vector<int32_t> firsts, lasts, gapped, meets(at(count), 0);
  const auto needed = [&](int32_t i) {
    const nook::Buffer& b = problem.buffers[at(i)];
    return b.size > 0 && b.first <= b.last;
  };
  const auto has_gaps = [&](int32_t i) {
    return !problem.rules.empty() && !problem.rules[at(i)].gaps.empty();
  };
  for (int32_t i = 0; i < count; ++i) {
    if (!needed(i)) continue;
    if (has_gaps(i)) {
      gapped.push_back(i);
    } else {
      firsts.push_back(problem.buffers[at(i)].first), lasts.push_back(problem.buffers[at(i)].last);
    }
  }
  std::ranges::sort(firsts);
  std::ranges::sort(lasts);
  for (int32_t i = 0; i < count; ++i) {
    if (!needed(i) || has_gaps(i)) continue;
    const nook::Buffer& b = problem.buffers[at(i)];
    const auto begun = std::ranges::upper_bound(firsts, b.last) - firsts.begin();
    const auto over = std::ranges::lower_bound(lasts, b.first) - lasts.begin();
    meets[at(i)] = static_cast<int32_t>(begun - over) - 1;
  }
  for (const int32_t i : gapped)
    for (int32_t j = 0; j < count; ++j) {
      if (i == j || (has_gaps(j) && j < i) || !nook::conflict_in_time(problem, i, j)) continue;
      ++meets[at(i)], ++meets[at(j)];
    }
  return meets;
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

// A random generator with the same numbers on every machine (the 64-bit congruential one of Numerical
// Recipes).
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
      : problem_(problem), effort_(effort), fit_(problem), order_(by_size(problem)) {
    nook::Problem one = problem;
    one.pools = {};
    const Instance all = make_instance(one);
    sections_ = all.section_count();
    needed_.resize(problem.buffers.size());
    for (const Item& item : all.items) needed_[at(item.buffer)] = item.sections;
  }

  Solution run() {
    Solution now = fit_.place(order_), best = now;
    const size_t count = order_.size();
    for (int64_t k = 1; k <= kRounds && count > 1 && fit_.work() + work_ < effort_.work; ++k) {
      if (over(effort_.deadline)) break;
      const auto [a, b] = swap_near(now);
      Solution next = fit_.place(order_);
      if (better_or_chance(next, now, k)) {
        now = std::move(next);
        if (now.feasible && (!best.feasible || now.height() < best.height())) best = now;
      } else {
        std::swap(order_[a], order_[b]);
      }
    }
    best.work = fit_.work() + work_;
    return best;
  }

 private:
  static constexpr int64_t kRounds = 2000;

  // Swaps two buffers that meet a buffer at the top of its pool, or that meet a neighbour of one. Works on
  // indices in the order.
  std::pair<size_t, size_t> swap_near(const Solution& now) {
    std::vector<int32_t> near, tops;
    const int32_t count = static_cast<int32_t>(order_.size());
    work_ += 3 * int64_t{count} + 2 * int64_t{sections_};
    for (int32_t i = 0; now.feasible && i < count; ++i)
      if (now.offsets[at(i)] + problem_.buffers[at(i)].size == now.heights[at(now.pools[at(i)])])
        tops.push_back(i);
    if (!tops.empty()) {
      std::vector<char> chosen(at(count), 0);
      chosen[at(tops[dice_.below(tops.size())])] = 1;
      add_neighbours(chosen);
      add_neighbours(chosen);
      for (int32_t i = 0; i < count; ++i)
        if (chosen[at(i)]) near.push_back(i);
    }
    if (near.size() < 2) near = order_;
    const int32_t first = near[dice_.below(near.size())], second = near[dice_.below(near.size())];
    const auto a = std::ranges::find(order_, first), b = std::ranges::find(order_, second);
    std::iter_swap(a, b);
    return {static_cast<size_t>(a - order_.begin()), static_cast<size_t>(b - order_.begin())};
  }

  // Adds the buffers that meet one of the chosen.
  void add_neighbours(std::vector<char>& chosen) const {
    // Differences, then the number of covered sections before.
    std::vector<int32_t> covered(at(sections_) + 1, 0);
    for (size_t i = 0; i < chosen.size(); ++i)
      for (const SectionRange& range : needed_[i])
        if (chosen[i]) ++covered[at(range.begin)], --covered[at(range.end)];
    int32_t here = 0, before = 0;
    for (int32_t& s : covered) {
      here += s;
      s = before;
      before += here > 0;
    }
    for (size_t i = 0; i < chosen.size(); ++i)
      for (const SectionRange& range : needed_[i])
        if (covered[at(range.end)] > covered[at(range.begin)]) chosen[i] = 1;
  }

  bool better_or_chance(const Solution& next, const Solution& now, int64_t k) {
    if (!next.feasible) return !now.feasible;
    if (!now.feasible || next.height() <= now.height()) return true;
    const int64_t worse = next.height() - now.height();
    return static_cast<int64_t>(dice_.below(100)) < 5000 * worse / (now.height() + 1) / k;
  }

  const nook::Problem& problem_;
  const Effort& effort_;
  FirstFit fit_;
  std::vector<int32_t> order_;
  std::vector<std::vector<SectionRange>> needed_;  // per buffer
  int32_t sections_ = 0;
  int64_t work_ = 0;  // in addition to the work of fit_
  Dice dice_;
};

Solution in_order(const nook::Problem& problem, const std::vector<int32_t>& order) {
  FirstFit fit(problem);
  Solution s = fit.place(order);
  s.work = fit.work();
  return s;
}

}  // namespace

Solution greedy_by_size(const nook::Problem& problem, const Effort&) {
  return in_order(problem, by_size(problem));
}

Solution greedy_by_conflicts(const nook::Problem& problem, const Effort&) {
  const std::vector<int32_t> meets = count_neighbours(problem);
  std::vector<int32_t> order = by_size(problem);
  std::ranges::stable_sort(order, std::greater<>(), [&](int32_t i) { return meets[at(i)]; });
  return in_order(problem, order);
}

Solution hill_climb(const nook::Problem& problem, const Effort& effort) {
  return Climb(problem, effort).run();
}

}  // namespace nookc
