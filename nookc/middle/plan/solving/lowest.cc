#include "nookc/middle/plan/solving/lowest.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "nookc/middle/plan/solving/first_fit.h"
#include "nookc/middle/plan/solving/fit_search.h"
#include "nookc/middle/plan/solving/ranking.h"
#include "nookc/middle/plan/solving/skyline.h"
#include "nookc/middle/plan/solving/solver.h"

namespace nookc {
namespace {

constexpr int kHeights = 8;                                         // tried per round
constexpr int kSixteenths[kHeights] = {8, 8, 4, 12, 2, 10, 6, 14};  // their positions above the bound

// How the units of work of a round are divided: the first order's share, the number of other orders, and the
// share of each.
struct Shares {
  int64_t first;
  int others;
  int64_t each;
};

constexpr Shares kAtHeight = {4, 3, 1}, kAtRoundest = {4, 7, 4};
constexpr Shares kAtCapacity = {4, 7, 1}, kBelowCapacity = {8, 3, 2};
// At the bound, because it is the hardest height, and the answer ends the search.
constexpr Shares kAtBound = {24, 6, 2};

// If all items are live at the same time, as constants are, only the choice of the topmost item matters: the
// one that fills its alignment the least. Returns the offsets per item, empty if they do not reach the lower
// bound.
std::vector<int32_t> stacked(const Instance& instance) {
  const auto simple = [](const Item& i) { return i.pinned == nook::kAnywhere && !i.shares; };
  if (instance.section_count() != 1 || !std::ranges::all_of(instance.items, simple)) return {};
  const auto padding = [](const Item& i) { return i.stack - i.size; };
  const auto top = std::ranges::max_element(instance.items, {}, padding) - instance.items.begin();
  int64_t height = 0;
  std::vector<int32_t> offsets(instance.items.size());
  const auto put = [&](size_t i) {
    const Item& item = instance.items[i];
    height = (height + item.alignment - 1) / item.alignment * item.alignment;
    offsets[i] = static_cast<int32_t>(std::min<int64_t>(height, INT32_MAX));
    height += item.size;
  };
  for (size_t i = 0; i < offsets.size(); ++i)
    if (i != static_cast<size_t>(top)) put(i);
  put(static_cast<size_t>(top));
  // Above the bound, alignments differ.
  return height == instance.lower_bound ? offsets : std::vector<int32_t>{};
}

class Lowest {
 public:
  Lowest(const nook::Problem& problem, const Effort& effort)
      : problem_(problem),
        effort_(effort),
        instance_(make_instance(problem)),
        capacity_(nook::pool_at(problem, 0).capacity),
        bound_(instance_.lower_bound) {}

  Solution run() {
    if (const std::vector<int32_t> offsets = stacked(instance_); !offsets.empty()) keep_if_lower(offsets);
    const bool searched = instance_.items.size() <= FitSearch::kMostItems;
    if (!searched) place_by_skyline();
    if (!enough()) place_greedily();
    if (enough()) return answer();
    if (searched) {
      search_.emplace(instance_);
      if (best_ > capacity_ && bound_ <= capacity_) reach_capacity();
      if (best_ <= capacity_ && !effort_.first_fit) lower();
    }
    if (!enough() && !good_skyline()) climb();
    return answer();
  }

 private:
  int64_t work() const { return work_ + (search_ ? search_->work() : 0); }

  // Until a plan fits the capacity, the deadline applies only after the default effort; stopping earlier
  // could report a false failure.
  bool in_grace() const { return best_ > capacity_ && work() < std::min(effort_.work, kSecondOfWork); }
  bool spent() const { return !in_grace() && (work() >= effort_.work || over(effort_.deadline)); }

  // The problem without a capacity.
  nook::Problem open_problem() {
    endless_ = nook::pool_at(problem_, 0);
    endless_.capacity = INT32_MAX;
    nook::Problem open = problem_;
    open.pools = {&endless_, 1};
    return open;
  }

  void keep_if_lower(const Solution& s) {
    work_ += s.work;
    if (s.feasible && s.heights[0] < best_) best_ = s.heights[0], offsets_ = s.offsets;
  }

  bool enough() const { return best_ <= bound_ || (effort_.first_fit && best_ <= capacity_); }

  // Makes plans in several orders while they cost at most an eighth of the work.
  void place_by_skyline() {
    if (std::ranges::any_of(instance_.items, [](const Item& i) { return i.pinned != nook::kAnywhere; }))
      return;
    Skyline skyline(instance_);
    const int64_t work = std::min(effort_.work, kSecondOfWork) / 8;
    for (int64_t turn = 0; !enough() && skyline.work() < work && !over(effort_.deadline); ++turn) {
      if (!skyline.place(item_order(turn), work)) break;
      keep_if_lower(skyline.offsets());
    }
    work_ += skyline.work();
    skyline_ = best_;
  }

  // Further first fits, mostly a tenth above a skyline, are not worth their time.
  bool good_skyline() const { return skyline_ <= capacity_; }

  // Always makes one plan, and more while there is time.
  void place_greedily() {
    const nook::Problem open = open_problem();
    keep_if_lower(greedy_by_size(open, effort_));
    const auto at = [&](int32_t i) -> const nook::Buffer& {
      return problem_.buffers[static_cast<size_t>(i)];
    };
    const auto life = [&](int32_t i) { return int64_t{at(i).last} - at(i).first; };
    FirstFit fit(open);
    const auto attempt = [&](auto key) {
      if (best_ <= bound_ || spent()) return;
      std::vector<int32_t> order(problem_.buffers.size());
      std::iota(order.begin(), order.end(), 0);
      std::ranges::stable_sort(order, std::greater<>(), key);
      const int64_t before = fit.work();
      Solution s = fit.place(order);
      s.work = fit.work() - before;
      keep_if_lower(s);
    };
    if (!good_skyline()) {
      attempt([&](int32_t i) { return life(i) * at(i).size; });
      attempt([&](int32_t i) { return life(i); });
    }
    if (best_ > bound_ && !spent()) keep_if_lower(greedy_by_conflicts(open, effort_));
  }

  FitResult ask(int64_t height, const ItemOrder& order, int64_t work_allowed) {
    const bool grace = in_grace();
    const int64_t most = grace ? std::min(effort_.work, kSecondOfWork) : effort_.work;
    const FitResult fit =
        search_->run(static_cast<int32_t>(height), order, std::min(work_allowed, most - work()),
                     grace ? Deadline{} : effort_.deadline);
    if (fit == FitResult::kFits) keep_if_lower(search_->offsets());
    if (fit == FitResult::kDoesNot) bound_ = std::max(bound_, height + 1);
    return fit;
  }

  // Tries the first order, then the others round-robin, until one decides.
  FitResult ask_several(int64_t height, const Shares& shares, int64_t unit, int64_t& turns) {
    FitResult fit = ask(height, item_order(0), shares.first * unit);
    for (int k = 0; k < shares.others && fit == FitResult::kUndecided && !spent(); ++k) {
      fit = ask(height, item_order(++turns), shares.each * unit);
    }
    return fit;
  }

  // Keeps the plan with these offsets, per item, if it is lower.
  void keep_if_lower(const std::vector<int32_t>& offsets) {
    std::vector<int32_t> all(problem_.buffers.size());
    int64_t height = 0;
    const auto put = [&](int32_t buffer, int32_t offset) {
      all[static_cast<size_t>(buffer)] = offset;
      height = std::max(height, int64_t{offset} + problem_.buffers[static_cast<size_t>(buffer)].size);
    };
    for (size_t i = 0; i < instance_.items.size(); ++i) put(instance_.items[i].buffer, offsets[i]);
    for (const int32_t i : instance_.isolated)
      put(i, std::max(problem_.buffers[static_cast<size_t>(i)].pinned, 0));
    if (height < best_) best_ = height, offsets_ = std::move(all);
  }

  // Hill climbing, so that the result is never worse than another solver's plan.
  void climb() {
    Effort effort = effort_;
    if (!search_) effort.work /= 8;  // many buffers
    keep_if_lower(hill_climb(open_problem(), effort));
  }

  // Finds a plan at or below the capacity. The bound may be easier to reach than the capacity, because it
  // leaves no bytes free.
  void reach_capacity() {
    for (int64_t unit = first_unit(); best_ > capacity_ && bound_ <= capacity_ && !spent(); unit *= 2) {
      ask_several(capacity_, kAtCapacity, unit, turns_);
      if (best_ > capacity_ && bound_ < capacity_ && !spent())
        ask_several(bound_, kBelowCapacity, unit, turns_at_bound_);
    }
  }

  // Lowers the best height. Which height is easy can't be known beforehand, and it need not be a high one: a
  // height without free bytes often guides the search. So each round tries several heights between the bound
  // and the best, with twice the work of the previous round.
  void lower() {
    for (int64_t unit = first_unit(); best_ > bound_ && !spent(); unit *= 2) {
      for (int k = 0; k < kHeights && best_ > bound_ && !spent();) {
        if (ask_several(height_to_try(k), k == 0 ? kAtRoundest : kAtHeight, unit,
                        k == 0 ? turns_at_roundest_ : turns_) != FitResult::kFits)
          ++k;
      }
      if (best_ > bound_ && !spent()) ask_several(bound_, kAtBound, unit, turns_at_bound_);
    }
  }

  // The roundest number near a position between the bound and the best; for k = 0, in the whole range. Sizes
  // are round, and so are the heights of good plans and the capacities that models are made for.
  int64_t height_to_try(int k) const {
    const int64_t range = best_ - bound_, near = k == 0 ? range : range / 16;
    const int64_t middle = bound_ + range * kSixteenths[k] / 16;
    const int64_t least = std::max(bound_ + 1, middle - near), most = std::min(best_ - 1, middle + near);
    if (least >= most) return std::clamp(middle, bound_, best_ - 1);
    int64_t step = 1;
    while ((most & -(2 * step)) >= least) step *= 2;
    return most & -step;
  }

  // The approximate work of placing all items once.
  int64_t first_unit() const {
    const int64_t items = static_cast<int64_t>(instance_.items.size());
    return items * (items + instance_.section_count()) + 1000;
  }

  Solution answer() {
    Solution s;
    s.lower_bounds = {bound_};
    s.work = work();
    s.proved_infeasible = bound_ > capacity_;
    if (best_ > capacity_) return s;
    s.feasible = true;
    s.offsets = std::move(offsets_);
    s.pools.assign(problem_.buffers.size(), 0);
    s.heights = {static_cast<int32_t>(best_)};
    s.optimal = best_ <= bound_;
    return s;
  }

  const nook::Problem& problem_;
  const Effort& effort_;
  const Instance instance_;
  std::optional<FitSearch> search_;
  nook::PlanPool endless_;
  // Positions in the round-robin over the other orders.
  int64_t turns_ = 0, turns_at_roundest_ = 0, turns_at_bound_ = 0;
  int64_t work_ = 0, capacity_, bound_, best_ = INT64_MAX;  // work_: without the work of search_
  int64_t skyline_ = INT64_MAX;                             // the height of the best skyline
  std::vector<int32_t> offsets_;
};

}  // namespace

Solution lowest_plan(const nook::Problem& problem, const Effort& effort) {
  return Lowest(problem, effort).run();
}

}  // namespace nookc
