#include "nookc/plan/assign.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "nook/plan/greedy.h"
#include "nookc/plan/instance.h"
#include "nookc/plan/lowest.h"
#include "nookc/plan/one_pool.h"
#include "nookc/plan/solver.h"

namespace nookc {
namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

struct Choice {
  int32_t pool;
  int64_t cost, regret;  // regret: bytes times the number of better choices
};

// What a plan is judged by, in this order.
struct Score {
  int64_t cost;
  std::vector<int64_t>
      spill;  // heights of the pools that are not the first of their kind, the last one first
  int64_t regret, height;
  auto operator<=>(const Score&) const = default;
};

int64_t traffic_cost(const nook::Problem& problem, int32_t buffer, int32_t pool) {
  if (problem.rules.empty()) return 0;
  const nook::BufferRules& rules = problem.rules[at(buffer)];
  const nook::PlanPool room = nook::pool_at(problem, pool);
  return rules.reads * room.read_cost + rules.writes * room.write_cost;
}

constexpr int64_t kTryWork = 200000;  // of planning a pool in a step of improve()

class Assign {
 public:
  Assign(const nook::Problem& problem, const Effort& effort)
      : problem_(problem), effort_(effort), pools_(nook::pool_count(problem)), work_(effort.work) {
    const int32_t count = static_cast<int32_t>(problem.buffers.size());
    choices_.resize(at(count));
    for (int32_t i = 0; i < count; ++i) {
      int64_t better = 0;
      for (int32_t n = 0, pool; (pool = nook::candidate_pool(problem, i, n)) != nook::kAnywhere; ++n)
        choices_[at(i)].push_back(
            {pool, traffic_cost(problem, i, pool), better++ * problem.buffers[at(i)].size});
      std::ranges::stable_sort(choices_[at(i)], {},
                               [](const Choice& c) { return std::tie(c.cost, c.regret); });
    }
    assigned_.assign(at(count), nook::kAnywhere);
    placed_.assign(at(count), 0);
    cut_sections();
  }

  Solution run() {
    for (const auto& choices : choices_)
      if (choices.empty()) return {};
    order_buffers();
    bound_heights();
    const bool choice = std::ranges::any_of(choices_, [](const auto& c) { return c.size() > 1; });
    if (choice) start();
    if (!effort_.first_fit || !best_.feasible) descend(0, 0, 0);
    Solution best = std::move(best_);
    best.optimal = best.feasible && !effort_.first_fit && complete_ &&
                   std::ranges::none_of(unproved_, [&](const Score& s) { return s < score(best); });
    best.work = effort_.work - work_;
    best.proved_infeasible = !best.feasible && complete_;
    best.cost = best.feasible ? cost_of(problem_, best.pools) : 0;
    return best;
  }

 private:
  bool spent() const {
    return work_ <= 0 || (effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline);
  }

  // The sections of all buffers together, and where each is needed.
  void cut_sections() {
    nook::Problem one = problem_;
    one.pools = {};
    const Instance all = make_instance(one);
    needed_.resize(problem_.buffers.size());
    shared_.resize(problem_.buffers.size());
    for (size_t i = 0; i < all.items.size(); ++i) {
      needed_[at(all.items[i].buffer)] = all.items[i].sections;
      for (const Shared& s : all.shared[i])
        shared_[at(all.items[i].buffer)].push_back({all.items[at(s.other)].buffer, s.section, s.bytes});
    }
    used_.assign(at(pools_), std::vector<int64_t>(all.sum.size(), 0));
  }

  // The most to lose first, and of those the largest.
  void order_buffers() {
    order_.resize(choices_.size());
    std::iota(order_.begin(), order_.end(), 0);
    const auto loss = [&](int32_t i) {
      const auto& c = choices_[at(i)];
      return c.size() < 2 ? std::numeric_limits<int64_t>::max() : c[1].cost - c[0].cost;
    };
    std::ranges::stable_sort(order_, [&](int32_t a, int32_t b) {
      return std::make_tuple(loss(a), problem_.buffers[at(a)].size) >
             std::make_tuple(loss(b), problem_.buffers[at(b)].size);
    });
    least_cost_.assign(order_.size() + 1, 0);
    least_regret_.assign(order_.size() + 1, 0);
    for (size_t k = order_.size(); k-- > 0;) {
      const auto& choices = choices_[at(order_[k])];
      least_cost_[k] = least_cost_[k + 1] + choices[0].cost;
      // Among the least cost only; that is all it is compared for.
      least_regret_[k] = least_regret_[k + 1] + choices[0].regret;
    }
  }

  // A greedy plan, with its pools as low as they can be.
  void start() {
    consider(greedy());
    if (best_.feasible && spill([&](int32_t p) { return least_height_[at(p)]; }) < score(best_).spill)
      consider(hill_climb(problem_, effort_));
    if (best_.feasible) improve();
  }

  void consider(Solution found) {
    if (!found.feasible) return;
    Solution lower = plan_pools(found.pools);
    complete_ = true;  // if that gave none, there is one all the same
    take(lower.feasible ? std::move(lower) : std::move(found));
  }

  // Moves buffers to better pools one by one, and exchanges two where that gains, while the pools still fit:
  // a good plan early is what cuts the branches off later, and all there is where there are too many.
  void improve() {
    const int64_t reserve = work_ / 2;
    assigned_ = best_.pools;
    for (const int32_t i : order_) add(i, assigned_[at(i)], 1), placed_[at(i)] = 1;
    bool changed = true;
    while (changed && work_ > reserve && !spent()) {
      changed = false;
      for (const int32_t i : order_)
        for (const Choice& better : choices_[at(i)]) {
          if (better.pool == assigned_[at(i)] || work_ <= reserve) break;
          if (move(i, better) || exchange(i, better)) changed = true;
        }
    }
    for (size_t k = order_.size(); k-- > 0;)
      placed_[at(order_[k])] = 0, add(order_[k], assigned_[at(order_[k])], -1);
  }

  void shift(int32_t buffer, int32_t pool) {
    placed_[at(buffer)] = 0;
    add(buffer, assigned_[at(buffer)], -1);
    assigned_[at(buffer)] = pool;
    add(buffer, pool, 1);
    placed_[at(buffer)] = 1;
  }

  // Keeps the assignment when it is better and can be planned.
  bool accept() {
    work_ -= static_cast<int64_t>(order_.size());
    const Effort before = effort_;
    effort_.work = std::min<int64_t>(effort_.work, kTryWork), effort_.first_fit = true;
    const bool complete = complete_;
    Solution s = plan_pools(assigned_);
    effort_ = before, complete_ = complete;
    if (!s.feasible) return false;
    s.optimal = false;
    const size_t marks = unproved_.size();
    const Score had = score(best_);
    take(std::move(s));
    unproved_.resize(marks);  // descend() comes by again
    return score(best_) < had;
  }

  bool move(int32_t buffer, const Choice& to) {
    const int32_t from = assigned_[at(buffer)];
    shift(buffer, to.pool);
    if (has_room(buffer, to.pool) && accept()) return true;
    shift(buffer, from);
    return false;
  }

  // Sends another buffer out of the better pool that loses less by it.
  bool exchange(int32_t buffer, const Choice& to) {
    const int32_t from = assigned_[at(buffer)];
    const auto choice = [&](int32_t i, int32_t pool) -> const Choice* {
      for (const Choice& c : choices_[at(i)])
        if (c.pool == pool) return &c;
      return nullptr;
    };
    const Choice* const now = choice(buffer, from);
    for (const int32_t other : order_) {
      if (other == buffer || assigned_[at(other)] != to.pool || work_ <= 0) continue;
      const Choice *in = choice(other, to.pool), *out = choice(other, from);
      if (!in || !out) continue;
      if (now->cost - to.cost < out->cost - in->cost) continue;
      shift(other, from);
      shift(buffer, to.pool);
      if (has_room(buffer, to.pool) && has_room(other, from) && accept()) return true;
      shift(buffer, from);
      shift(other, to.pool);
    }
    return false;
  }

  // Some plan to start from: each buffer, the most to lose first, into its best pool that has room.
  Solution greedy() {
    Solution best;
    std::vector<int32_t> by_size(order_.size());
    std::iota(by_size.begin(), by_size.end(), 0);
    std::ranges::stable_sort(by_size, std::greater<>(),
                             [&](int32_t i) { return problem_.buffers[at(i)].size; });
    for (const auto& order : {order_, by_size}) {
      Solution s;
      s.offsets.resize(order.size());
      s.pools.resize(order.size());
      s.heights.resize(at(pools_));
      nook::Plan plan = s.plan();
      std::vector<nook::BufferRules> rules = cheapest_first();
      nook::Problem sorted = problem_;
      sorted.rules = {rules.data(), rules.size()};
      s.feasible = bool(nook::place_in_order(sorted, &plan, {order.data(), order.size()}));
      if (s.feasible && (!best.feasible || score(s) < score(best))) best = std::move(s);
    }
    return best;
  }

  // The rules with the candidates in the order of their cost.
  std::vector<nook::BufferRules> cheapest_first() {
    std::vector<nook::BufferRules> rules(choices_.size());
    sorted_pools_.clear();
    for (size_t i = 0; i < choices_.size(); ++i) {
      if (!problem_.rules.empty()) rules[i] = problem_.rules[i];
      std::vector<int32_t> pools;
      for (const Choice& c : choices_[i]) pools.push_back(c.pool);
      sorted_pools_.push_back(std::move(pools));
    }
    for (size_t i = 0; i < rules.size(); ++i)
      rules[i].pools = {sorted_pools_[i].data(), sorted_pools_[i].size()};
    return rules;
  }

  // Whether a pool is the one of its kind that is liked best.
  bool first_of_kind(int32_t pool) const {
    for (int32_t p = 0; p < pool; ++p)
      if (nook::pool_at(problem_, p).constant == nook::pool_at(problem_, pool).constant) return false;
    return true;
  }

  template <class HeightOf>
  std::vector<int64_t> spill(HeightOf height) const {
    std::vector<int64_t> all;
    for (int32_t p = pools_; p-- > 0;)
      if (!first_of_kind(p)) all.push_back(height(p));
    return all;
  }

  Score score(const Solution& s) const {
    Score score{0, spill([&](int32_t p) { return int64_t{s.heights[at(p)]}; }), 0, s.height()};
    for (size_t i = 0; i < s.pools.size(); ++i)
      for (const Choice& c : choices_[i])
        if (c.pool == s.pools[i]) score.cost += c.cost, score.regret += c.regret;
    return score;
  }

  // Plans each pool of an assignment.
  Solution plan_pools(const std::vector<int32_t>& pools) {
    Solution s;
    s.offsets.assign(pools.size(), 0);
    s.pools = pools;
    s.optimal = true;
    for (int32_t p = 0; p < pools_; ++p) {
      const OnePool one(problem_, pools, p);
      Effort effort = effort_;
      effort.work = std::max<int64_t>(1, work_ / (2 * pools_));
      const Solution part = lowest_plan(one.problem(), effort);
      work_ -= part.work + static_cast<int64_t>(one.members.size());
      if (!part.feasible) {
        complete_ = complete_ && part.proved_infeasible;
        return {};
      }
      for (size_t k = 0; k < one.members.size(); ++k) s.offsets[at(one.members[k])] = part.offsets[k];
      s.heights.push_back(part.heights[0]);
      s.lower_bounds.push_back(part.lower_bounds[0]);
      s.optimal = s.optimal && part.optimal;
    }
    s.feasible = true;
    return s;
  }

  // Keeps a plan when it is better than the best.
  void take(Solution s) {
    if (!s.feasible) return;
    if (!s.optimal) unproved_.push_back(least_score(s));
    if (!best_.feasible || score(s) < score(best_)) best_ = std::move(s);
  }

  // What a plan of the same assignment could come to.
  Score least_score(const Solution& s) const {
    Score least = score(s);
    least.spill = spill([&](int32_t p) { return s.lower_bounds.empty() ? 0 : s.lower_bounds[at(p)]; });
    least.height = 0;
    for (const int64_t bound : s.lower_bounds) least.height += bound;
    return least;
  }

  void add(int32_t buffer, int32_t pool, int64_t sign) {
    for (const Sections& range : needed_[at(buffer)])
      for (int32_t s = range.begin; s < range.end; ++s)
        used_[at(pool)][at(s)] += sign * problem_.buffers[at(buffer)].size;
    for (const Shared& s : shared_[at(buffer)])
      if (placed_[at(s.other)] && assigned_[at(s.other)] == pool)
        used_[at(pool)][at(s.section)] -= sign * s.bytes;
  }

  bool has_room(int32_t buffer, int32_t pool) const {
    const int64_t capacity = nook::pool_at(problem_, pool).capacity;
    if (problem_.buffers[at(buffer)].size > capacity) return false;
    for (const Sections& range : needed_[at(buffer)])
      for (int32_t s = range.begin; s < range.end; ++s)
        if (used_[at(pool)][at(s)] > capacity) return false;
    return true;
  }

  bool can_be_better(size_t k, int64_t cost, int64_t regret) const {
    if (!best_.feasible) return true;
    const auto least = [&](int32_t p) { return std::max(held(p), least_height_[at(p)]); };
    return Score{cost + least_cost_[k], spill(least), regret + least_regret_[k], height_bound()} <
           score(best_);
  }

  // What a pool holds so far is the least that it will be high.
  int64_t held(int32_t pool) const {
    return used_[at(pool)].empty() ? 0 : *std::ranges::max_element(used_[at(pool)]);
  }

  int64_t height_bound() const {
    int64_t all = 0;
    for (int32_t p = 0; p < pools_; ++p) all += held(p);
    return all;
  }

  // What the busiest section of all pools of a kind leaves for one when the others are full.
  void bound_heights() {
    least_height_.assign(at(pools_), 0);
    for (const bool constant : {false, true}) {
      std::vector<int64_t> alive(used_[0].size());
      for (size_t i = 0; i < needed_.size(); ++i) {
        if ((problem_.buffers[i].kind == nook::BufferKind::kConstant) != constant && !problem_.pools.empty())
          continue;
        for (const Sections& range : needed_[i])
          for (int32_t s = range.begin; s < range.end; ++s) alive[at(s)] += problem_.buffers[i].size;
        for (const Shared& s : shared_[i])
          if (at(s.other) > i) alive[at(s.section)] -= s.bytes;
      }
      const int64_t most = alive.empty() ? 0 : *std::ranges::max_element(alive);
      for (int32_t p = 0; p < pools_; ++p) {
        int64_t elsewhere = 0;
        for (int32_t q = 0; q < pools_; ++q)
          if (q != p && nook::pool_at(problem_, q).constant == constant)
            elsewhere += nook::pool_at(problem_, q).capacity;
        if (nook::pool_at(problem_, p).constant == constant)
          least_height_[at(p)] = std::max<int64_t>(0, most - elsewhere);
      }
    }
  }

  void descend(size_t k, int64_t cost, int64_t regret) {
    if (spent()) {
      complete_ = false;
      return;
    }
    work_ -= 1 + static_cast<int64_t>(used_[0].size());
    if (!can_be_better(k, cost, regret)) return;
    if (k == order_.size()) {
      take(plan_pools(assigned_));
      return;
    }
    const int32_t buffer = order_[k];
    for (const Choice& c : choices_[at(buffer)]) {
      assigned_[at(buffer)] = c.pool;
      add(buffer, c.pool, 1);
      placed_[at(buffer)] = 1;
      if (has_room(buffer, c.pool)) descend(k + 1, cost + c.cost, regret + c.regret);
      placed_[at(buffer)] = 0;
      add(buffer, c.pool, -1);
      if (effort_.first_fit && best_.feasible) return;
    }
  }

  const nook::Problem& problem_;
  Effort effort_;
  int32_t pools_;
  int64_t work_;
  std::vector<std::vector<Choice>> choices_;   // per buffer, the cheapest first
  std::vector<std::vector<Sections>> needed_;  // per buffer
  std::vector<std::vector<Shared>> shared_;    // per buffer; `other` is a buffer too
  std::vector<char> placed_;                   // per buffer: it has a pool
  std::vector<std::vector<int64_t>> used_;     // per pool and section, bytes
  std::vector<int32_t> order_, assigned_;
  std::vector<int64_t> least_height_;               // per pool, of any plan
  std::vector<int64_t> least_cost_, least_regret_;  // of the buffers from a place in the order on
  std::vector<std::vector<int32_t>> sorted_pools_;  // per buffer, the cheapest first
  bool complete_ = true;                            // no assignment was given up for want of time
  std::vector<Score> unproved_;                     // what plans whose heights were not proved could come to
  Solution best_;
};

}  // namespace

int64_t cost_of(const nook::Problem& problem, const std::vector<int32_t>& pools) {
  int64_t cost = 0;
  for (size_t i = 0; i < pools.size(); ++i) cost += traffic_cost(problem, static_cast<int32_t>(i), pools[i]);
  return cost;
}

Solution best_plan(const nook::Problem& problem, const Effort& effort) {
  if (nook::pool_count(problem) == 1) {
    for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i)
      if (nook::candidate_pool(problem, i, 0) == nook::kAnywhere) return {};
    Solution s = lowest_plan(problem, effort);
    if (s.feasible) s.cost = cost_of(problem, s.pools);
    return s;
  }
  return Assign(problem, effort).run();
}

}  // namespace nookc
