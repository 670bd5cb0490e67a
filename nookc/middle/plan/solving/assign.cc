#include "nookc/middle/plan/solving/assign.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "nookc/middle/plan/solving/at.h"
#include "nookc/middle/plan/solving/first_fit.h"
#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/lowest.h"
#include "nookc/middle/plan/solving/one_pool.h"
#include "nookc/middle/plan/solving/solver.h"
#include "nookc/middle/plan/solving/traffic.h"

namespace nookc {
namespace {

struct Choice {
  int32_t pool;
  int64_t cost, regret;  // regret: bytes times the number of better choices
  int64_t wish;  // like regret if the buffer orders its pools differently than the problem, otherwise 0
};

// The criteria that rank plans, the most important first.
struct Score {
  int64_t cost;
  int64_t wish;  // compared only while wishes are followed
  std::vector<int64_t>
      spill;  // heights of the pools that are not the first of their kind, the last pool first
  int64_t regret, height;
  bool operator<(const Score& b) const {
    return std::tie(cost, wish, spill, regret, height) <
           std::tie(b.cost, b.wish, b.spill, b.regret, b.height);
  }
};

// Sums over the choices made.
struct Sums {
  int64_t cost = 0, regret = 0, wish = 0;
  Sums with(const Choice& c) const { return {cost + c.cost, regret + c.regret, wish + c.wish}; }
};

// Whether a buffer's candidates are in another order than the pools.
bool has_wish(const nook::Problem& problem, int32_t buffer) {
  int32_t before = -1;
  for (int32_t n = 0, pool; (pool = nook::candidate_pool(problem, buffer, n)) != nook::kAnywhere; ++n) {
    if (pool < before) return true;
    before = pool;
  }
  return false;
}

Solution lowest_of(KnownPlans* known, const nook::Problem& problem, const Effort& effort) {
  return known ? known->lowest(problem, effort) : lowest_plan(problem, effort);
}

constexpr int64_t kTryWork = 200000;  // for planning a pool in a step of improve()

class Assign {
 public:
  Assign(KnownPlans* known, const nook::Problem& problem, const Effort& effort)
      : known_(known),
        problem_(problem),
        effort_(effort),
        pools_(nook::pool_count(problem)),
        work_(effort.work),
        granted_(effort.work) {
    const int32_t count = static_cast<int32_t>(problem.buffers.size());
    choices_.resize(at(count));
    for (int32_t i = 0; i < count; ++i) {
      const bool wish = has_wish(problem, i);
      wishes_ |= wish;
      for (int32_t n = 0, pool; (pool = nook::candidate_pool(problem, i, n)) != nook::kAnywhere; ++n) {
        const int64_t regret = int64_t{n} * problem.buffers[at(i)].size;
        choices_[at(i)].push_back({pool, traffic_cost(problem, i, pool), regret, wish ? regret : 0});
      }
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
    if (std::ranges::any_of(choices_, [](const auto& c) { return c.size() > 1; })) {
      start();
      if (!effort_.first_fit || !best_.feasible) descend(0, {});
    } else {
      for (size_t i = 0; i < choices_.size(); ++i) assigned_[i] = choices_[i][0].pool;
      take(plan_pools(assigned_));
    }
    const bool complete = complete_;
    bool proved = is_proved();
    if (wishes_ && best_.feasible && !effort_.first_fit) proved = follow_wishes() && proved;
    Solution best = std::move(best_);
    best.optimal = proved;
    best.work = granted_ - work_;
    best.proved_infeasible = !best.feasible && complete;
    best.cost = best.feasible ? cost_of(problem_, best.pools) : 0;
    return best;
  }

 private:
  // Whether the best plan is proved optimal.
  bool is_proved() const {
    return best_.feasible && !effort_.first_fit && complete_ &&
           std::ranges::none_of(unproved_, [&](const Score& s) { return s < score(best_); });
  }

  // Starts from the best plan. Among plans whose cost and total height are no higher, finds the one with the
  // fewest bytes outside of the first choice of buffers with their own order of pools. Returns whether that
  // is proved.
  bool follow_wishes() {
    const int64_t more = effort_.work / 4;
    granted_ += more, work_ = std::max<int64_t>(work_, 0) + more;
    limit_ = best_.height(), following_ = true, complete_ = true;
    unproved_.clear();
    order_buffers();
    improve();
    descend(0, {});
    return is_proved();
  }

  // No deadline ends the search before a plan is found: stopping earlier could report a false failure.
  bool spent() const {
    if (!best_.feasible) return work_ <= effort_.work - std::min(effort_.work, kSecondOfWork);
    return work_ <= 0 || over(effort_.deadline);
  }

  // Computes the sections of all buffers together, and which of them each buffer needs.
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

  // Sorts buffers by potential loss, ties by size.
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
    // Regrets and preferences are compared only among plans of least cost.
    least_.assign(order_.size() + 1, {});
    for (size_t k = order_.size(); k-- > 0;) least_[k] = least_[k + 1].with(choices_[at(order_[k])][0]);
  }

  // Begins with a greedy plan whose pools are as low as possible.
  void start() {
    consider(greedy());
    if (best_.feasible && spill([&](int32_t p) { return least_height_[at(p)]; }) < score(best_).spill)
      climb();
    if (best_.feasible) improve();
  }

  void climb() {
    Effort effort = effort_;
    effort.work = std::max<int64_t>(1, std::min(kSecondOfWork, work_ / 4));
    Solution found = hill_climb(problem_, effort);
    work_ -= found.work;
    consider(std::move(found));
  }

  void consider(Solution found) {
    if (!found.feasible) return;
    Solution lower = plan_pools(found.pools);
    complete_ = true;  // if the search found no plan, one exists all the same
    take(lower.feasible ? std::move(lower) : std::move(found));
  }

  // Moves single buffers to better pools, and swaps two if that gains, while the pools still fit. A good
  // early plan prunes branches later, and is the result if there are too many branches.
  void improve() {
    const int64_t reserve = work_ / 2;
    assigned_ = best_.pools;
    for (const int32_t i : order_) add(i, assigned_[at(i)], 1), placed_[at(i)] = 1;
    bool changed = true;
    while (changed && work_ > reserve && !spent()) {
      changed = false;
      for (const int32_t i : order_)
        for (const Choice& better : choices_[at(i)]) {
          if (better.pool == assigned_[at(i)] || work_ <= reserve || spent()) break;
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

  // Keeps the assignment if it is better and can be planned.
  bool accept() {
    work_ -= static_cast<int64_t>(order_.size());
    const Effort before = effort_;
    effort_.work = std::min<int64_t>(effort_.work, kTryWork), effort_.first_fit = !following_;
    const bool complete = complete_;
    Solution s = plan_pools(assigned_);
    effort_ = before, complete_ = complete;
    if (!s.feasible) return false;
    s.optimal = false;
    const size_t marks = unproved_.size();
    const Score had = score(best_);
    take(std::move(s));
    unproved_.resize(marks);  // descend() will reach it again
    return score(best_) < had;
  }

  bool move(int32_t buffer, const Choice& to) {
    const int32_t from = assigned_[at(buffer)];
    shift(buffer, to.pool);
    if (has_room(buffer, to.pool) && accept()) return true;
    shift(buffer, from);
    return false;
  }

  // Moves another buffer with a smaller loss out of the better pool.
  bool exchange(int32_t buffer, const Choice& to) {
    const int32_t from = assigned_[at(buffer)];
    const auto choice = [&](int32_t i, int32_t pool) -> const Choice* {
      for (const Choice& c : choices_[at(i)])
        if (c.pool == pool) return &c;
      return nullptr;
    };
    const Choice* const now = choice(buffer, from);
    for (const int32_t other : order_) {
      if (other == buffer || assigned_[at(other)] != to.pool || spent()) continue;
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

  // An initial plan: puts each buffer, by potential loss, into its best pool with room.
  Solution greedy() {
    Solution best;
    std::vector<int32_t> by_size(order_.size());
    std::iota(by_size.begin(), by_size.end(), 0);
    std::ranges::stable_sort(by_size, std::greater<>(),
                             [&](int32_t i) { return problem_.buffers[at(i)].size; });
    const std::vector<nook::BufferRules> rules = cheapest_first();
    nook::Problem sorted = problem_;
    sorted.rules = {rules.data(), rules.size()};
    FirstFit fit(sorted);
    for (const auto& order : {order_, by_size}) {
      Solution s = fit.place(order);
      if (s.feasible && (!best.feasible || score(s) < score(best))) best = std::move(s);
    }
    work_ -= fit.work();
    return best;
  }

  // The buffer rules with the candidates sorted by cost.
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

  // Whether no earlier pool has the same kind.
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
    Sums sums;
    for (size_t i = 0; i < s.pools.size(); ++i)
      for (const Choice& c : choices_[i])
        if (c.pool == s.pools[i]) sums = sums.with(c);
    return {sums.cost, following_ ? sums.wish : 0,
            spill([&](int32_t p) { return int64_t{s.heights[at(p)]}; }), sums.regret, s.height()};
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
      const Solution part = lowest_of(known_, one.problem(), effort);
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

  // Keeps a plan if it is better than the best.
  void take(Solution s) {
    if (!s.feasible) return;
    if (!s.optimal)
      if (Score least = least_score(s); least.height <= limit_) unproved_.push_back(std::move(least));
    if (s.height() > limit_) return;
    if (!best_.feasible || score(s) < score(best_)) best_ = std::move(s);
  }

  // A lower bound for plans of the same assignment.
  Score least_score(const Solution& s) const {
    Score least = score(s);
    least.spill = spill([&](int32_t p) { return s.lower_bounds.empty() ? 0 : s.lower_bounds[at(p)]; });
    least.height = 0;
    for (const int64_t bound : s.lower_bounds) least.height += bound;
    return least;
  }

  void add(int32_t buffer, int32_t pool, int64_t sign) {
    for (const SectionRange& range : needed_[at(buffer)]) work_ -= 1 + range.end - range.begin;
    for (const SectionRange& range : needed_[at(buffer)])
      for (int32_t s = range.begin; s < range.end; ++s)
        used_[at(pool)][at(s)] += sign * problem_.buffers[at(buffer)].size;
    for (const Shared& s : shared_[at(buffer)])
      if (placed_[at(s.other)] && assigned_[at(s.other)] == pool)
        used_[at(pool)][at(s.section)] -= sign * s.bytes;
  }

  bool has_room(int32_t buffer, int32_t pool) const {
    const int64_t capacity = nook::pool_at(problem_, pool).capacity;
    if (problem_.buffers[at(buffer)].size > capacity) return false;
    for (const SectionRange& range : needed_[at(buffer)])
      for (int32_t s = range.begin; s < range.end; ++s)
        if (used_[at(pool)][at(s)] > capacity) return false;
    return true;
  }

  bool can_be_better(size_t k, const Sums& sums) const {
    if (!best_.feasible) return true;
    const auto least = [&](int32_t p) { return std::max(held(p), least_height_[at(p)]); };
    const int64_t height = height_bound(), wish = following_ ? sums.wish + least_[k].wish : 0;
    return height <= limit_ && Score{sums.cost + least_[k].cost, wish, spill(least),
                                     sums.regret + least_[k].regret, height} < score(best_);
  }

  // A pool's height is at least the number of bytes it holds so far.
  int64_t held(int32_t pool) const {
    return used_[at(pool)].empty() ? 0 : *std::ranges::max_element(used_[at(pool)]);
  }

  int64_t height_bound() const {
    int64_t all = 0;
    for (int32_t p = 0; p < pools_; ++p) all += held(p);
    return all;
  }

  // Computes the bytes of a kind's busiest section that remain for one of its pools when the others are full.
  void bound_heights() {
    least_height_.assign(at(pools_), 0);
    for (const bool constant : {false, true}) {
      std::vector<int64_t> alive(used_[0].size());
      for (size_t i = 0; i < needed_.size(); ++i) {
        if ((problem_.buffers[i].kind == nook::BufferKind::kConstant) != constant && !problem_.pools.empty())
          continue;
        for (const SectionRange& range : needed_[i])
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

  void descend(size_t k, const Sums& sums) {
    if (spent()) {
      complete_ = false;
      return;
    }
    work_ -= 1 + pools_ * static_cast<int64_t>(used_[0].size());
    if (!can_be_better(k, sums)) return;
    if (k == order_.size()) {
      take(plan_pools(assigned_));
      return;
    }
    const int32_t buffer = order_[k];
    for (const Choice& c : choices_[at(buffer)]) {
      assigned_[at(buffer)] = c.pool;
      add(buffer, c.pool, 1);
      placed_[at(buffer)] = 1;
      if (has_room(buffer, c.pool)) descend(k + 1, sums.with(c));
      placed_[at(buffer)] = 0;
      add(buffer, c.pool, -1);
      if (effort_.first_fit && best_.feasible) return;
    }
  }

  KnownPlans* const known_;  // may be null
  const nook::Problem& problem_;
  Effort effort_;
  int32_t pools_;
  int64_t work_, granted_;
  bool wishes_ = false, following_ = false;   // whether any wishes exist, and whether they are compared now
  int64_t limit_ = INT64_MAX;                 // limit on the total height of all pools
  std::vector<std::vector<Choice>> choices_;  // per buffer, the cheapest first
  std::vector<std::vector<SectionRange>> needed_;  // per buffer
  std::vector<std::vector<Shared>> shared_;        // per buffer; `other` is a buffer index too
  std::vector<char> placed_;                       // per buffer: it has a pool
  std::vector<std::vector<int64_t>> used_;         // per pool and section, bytes
  std::vector<int32_t> order_, assigned_;
  std::vector<int64_t> least_height_;  // per pool: a lower bound for any plan
  std::vector<Sums> least_;            // sums over the buffers from an index of the order to its end
  std::vector<std::vector<int32_t>> sorted_pools_;  // per buffer, the cheapest first
  bool complete_ = true;                            // no assignment was given up for lack of time
  std::vector<Score> unproved_;  // best possible scores of assignments whose heights were not proved
  Solution best_;
};

}  // namespace

Solution best_plan(const nook::Problem& problem, const Effort& effort) {
  return best_plan_with(nullptr, problem, effort);
}

Solution best_plan_with(KnownPlans* known, const nook::Problem& problem, const Effort& effort) {
  if (nook::pool_count(problem) == 1) {
    for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i)
      if (nook::candidate_pool(problem, i, 0) == nook::kAnywhere) return {};
    Solution s = lowest_of(known, problem, effort);
    if (s.feasible) s.cost = cost_of(problem, s.pools);
    return s;
  }
  return Assign(known, problem, effort).run();
}

}  // namespace nookc
