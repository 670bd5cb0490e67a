#include "nookc/plan/lowest.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "nook/plan/greedy.h"
#include "nookc/plan/fit_search.h"
#include "nookc/plan/solver.h"

namespace nookc {
namespace {

// What buffers of equal offset are ordered by, see FitSearch::run().
constexpr const char* kOrders[] = {"twa", "taw", "wat", "cbt", "cat", "tca"};
constexpr int kDecidingOrders = 3;   // for one height these are enough, most often:
constexpr int kDecidingRounds = 12;  // after so many the others are asked as well
constexpr int64_t kBoundShare = 16;  // the bound itself gets so many times the budget of another height
constexpr int64_t kHeights = 16;     // between the bound and the best that are tried in a round

class Lowest {
 public:
  Lowest(const nook::Problem& problem, const Effort& effort)
      : problem_(problem),
        effort_(effort),
        instance_(make_instance(problem)),
        search_(instance_),
        capacity_(nook::pool_at(problem, 0).capacity),
        bound_(instance_.lower_bound) {
    const int64_t size = static_cast<int64_t>(instance_.items.size()) + instance_.section_count() + 1;
    work_a_placement_ = size;
    placements_ = std::max<int64_t>(effort.work / size, 1);
  }

  Solution run() {
    stack();
    if (best_ > bound_) place_greedily();
    if (effort_.first_fit && best_ <= capacity_) return answer();
    if (best_ > capacity_ && bound_ <= capacity_) reach_capacity();
    if (best_ <= capacity_ && !effort_.first_fit) lower();
    if (best_ > bound_ && !effort_.first_fit) climb();
    return answer();
  }

 private:
  bool spent() const {
    return search_.placements() >= placements_ ||
           (effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline);
  }

  // Where all live at the same time, as constants do, any order is as good but for the one on top: the one
  // that fills its alignment least.
  void stack() {
    const auto simple = [](const Item& i) { return i.pinned == nook::kAnywhere && !i.shares; };
    if (instance_.section_count() != 1 || !std::ranges::all_of(instance_.items, simple)) return;
    const auto padding = [](const Item& i) { return i.stack - i.size; };
    const auto top = std::ranges::max_element(instance_.items, {}, padding);
    int64_t at = 0;
    std::vector<int32_t> offsets(problem_.buffers.size());
    const auto put = [&](const Item& item) {
      at = (at + item.alignment - 1) / item.alignment * item.alignment;
      offsets[static_cast<size_t>(item.buffer)] = static_cast<int32_t>(std::min<int64_t>(at, INT32_MAX));
      at += item.size;
    };
    for (const Item& item : instance_.items)
      if (&item != &*top) put(item);
    put(*top);
    if (at != bound_ || !instance_.apart.empty()) return;  // alignments that differ, or more to place
    best_ = at, offsets_ = std::move(offsets);
  }

  void place_greedily() {
    const size_t count = problem_.buffers.size();
    std::vector<int32_t> order(count), offsets(count), pools(count), heights(1);
    nook::Problem open = problem_;
    nook::PlanPool endless = nook::pool_at(problem_, 0);
    endless.capacity = INT32_MAX;
    open.pools = {&endless, 1};
    const auto attempt = [&](auto before) {
      std::iota(order.begin(), order.end(), 0);
      std::ranges::stable_sort(order, before);
      nook::Plan plan{{offsets.data(), count}, 0, {pools.data(), count}, {heights.data(), 1}};
      const auto height = nook::place_in_order(open, &plan, {order.data(), count});
      if (height && *height < best_) best_ = *height, offsets_ = offsets;
    };
    const auto at = [&](int32_t i) -> const nook::Buffer& {
      return problem_.buffers[static_cast<size_t>(i)];
    };
    attempt([&](int32_t a, int32_t b) { return at(a).size > at(b).size; });
    if (best_ <= bound_) return;
    const auto life = [&](int32_t i) { return int64_t{at(i).last} - at(i).first; };
    attempt([&](int32_t a, int32_t b) { return life(a) * at(a).size > life(b) * at(b).size; });
    attempt([&](int32_t a, int32_t b) { return life(a) > life(b); });
    if (const Solution s = greedy_by_conflicts(open, effort_); s.feasible && s.heights[0] < best_)
      best_ = s.heights[0], offsets_ = s.offsets;
  }

  Fit ask(int64_t height, const char* order, int64_t placements) {
    placements = std::min(placements, placements_ - search_.placements());
    const Fit fit = search_.run(static_cast<int32_t>(height), order, placements, effort_.deadline);
    if (fit == Fit::kFits) keep();
    if (fit == Fit::kDoesNot) bound_ = std::max(bound_, height + 1);
    return fit;
  }

  void keep() {
    offsets_.assign(problem_.buffers.size(), 0);
    best_ = 0;
    for (size_t i = 0; i < instance_.items.size(); ++i) {
      const Item& item = instance_.items[i];
      offsets_[static_cast<size_t>(item.buffer)] = search_.offsets()[i];
      best_ = std::max<int64_t>(best_, int64_t{search_.offsets()[i]} + item.size);
    }
    for (const int32_t i : instance_.apart) {
      const nook::Buffer& b = problem_.buffers[static_cast<size_t>(i)];
      offsets_[static_cast<size_t>(i)] = std::max(b.pinned, 0);
      best_ = std::max<int64_t>(best_, int64_t{offsets_[static_cast<size_t>(i)]} + b.size);
    }
  }

  // No plan is worse than that of another solver.
  void climb() {
    nook::Problem open = problem_;
    nook::PlanPool endless = nook::pool_at(problem_, 0);
    endless.capacity = INT32_MAX;
    open.pools = {&endless, 1};
    const Solution s = hill_climb(open, effort_);
    if (s.feasible && s.heights[0] < best_) best_ = s.heights[0], offsets_ = s.offsets;
  }

  // Something at or below the capacity.
  void reach_capacity() {
    int round = 0;
    for (int64_t budget = first_budget();; budget *= 2, ++round)
      for (int i = 0; i < (round < kDecidingRounds ? kDecidingOrders : static_cast<int>(std::size(kOrders)));
           ++i)
        if (spent() || ask(capacity_, kOrders[i], budget) != Fit::kUndecided) return;
  }

  void lower() {
    if (best_ > bound_) ask(bound_, kOrders[0], first_budget());
    for (int64_t budget = first_budget(); best_ > bound_ && !spent();) {
      std::set<int64_t, std::greater<>> heights;
      for (int64_t k = 0; k < kHeights; ++k) heights.insert(best_ - 1 - (best_ - 1 - bound_) * k / kHeights);
      bool lowered = false;
      for (const int64_t height : heights)
        for (const char* order : kOrders) {
          if (height >= best_ || height < bound_ || spent()) break;
          const Fit fit = ask(height, order, budget);
          lowered |= fit == Fit::kFits;
          if (fit != Fit::kUndecided) break;
        }
      // Where the bound can be met, it is often the tightness that shows the way.
      for (int i = 0; i < kDecidingOrders && best_ > bound_ && !spent(); ++i)
        if (ask(bound_, kOrders[i], kBoundShare * budget) != Fit::kUndecided) break;
      if (!lowered) budget *= 2;
    }
  }

  int64_t first_budget() const { return 2 * static_cast<int64_t>(instance_.items.size()) + 16; }

  Solution answer() {
    Solution s;
    s.lower_bounds = {bound_};
    s.work = search_.placements() * work_a_placement_;
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
  FitSearch search_;
  int64_t work_a_placement_ = 1, capacity_, bound_, best_ = INT64_MAX, placements_ = 0;
  std::vector<int32_t> offsets_;
};

}  // namespace

Solution lowest_plan(const nook::Problem& problem, const Effort& effort) {
  return Lowest(problem, effort).run();
}

}  // namespace nookc
