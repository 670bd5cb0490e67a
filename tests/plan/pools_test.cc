// Several pools: a plan that fits is found, with the least cost, then with the least regret, then the lowest.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "nookc/middle/plan/solving/assign.h"
#include "nookc/middle/plan/solving/lowest.h"
#include "nookc/middle/plan/solving/one_pool.h"
#include "nookc/middle/plan/solving/solver.h"
#include "nookc/target/memory_pool.h"
#include "tests/plan/random_problem.h"

using namespace nookc;

namespace {

// Cost, wishes or 0, heights of all pools except the first of their kind from the last on, regret, total
// height.
using Score = std::tuple<int64_t, int64_t, std::vector<int64_t>, int64_t, int64_t>;
constexpr int64_t kNoLimit = INT64_MAX;  // on the height: no wishes are followed

std::vector<int64_t> spill(const nook::Problem& problem, const std::vector<int64_t>& heights) {
  std::vector<int64_t> all;
  for (const bool constant : {false, true}) {
    bool first = true;
    for (size_t p = 0; p < heights.size(); ++p)
      if (problem.pools[p].constant == constant && !std::exchange(first, false)) all.push_back(int64_t(p));
  }
  std::ranges::sort(all, std::greater<>());
  for (int64_t& p : all) p = heights[static_cast<size_t>(p)];
  return all;
}

// Whether the candidates of a buffer are in another order than the pools.
bool has_wish(const nook::Problem& problem, int32_t buffer) {
  const auto& pools = problem.rules[static_cast<size_t>(buffer)].pools;
  return !std::is_sorted(pools.begin(), pools.end());
}

// Bytes times the number of better candidates, for all buffers or only those with their own order.
int64_t regret_of(const nook::Problem& problem, const std::vector<int32_t>& pools, bool all = true) {
  int64_t sum = 0;
  for (int32_t i = 0; i < static_cast<int32_t>(pools.size()); ++i)
    for (int32_t n = 0; all || has_wish(problem, i); ++n) {
      const int32_t pool = nook::candidate_pool(problem, i, n);
      if (pool == nook::kAnywhere) break;
      if (pool == pools[static_cast<size_t>(i)])
        sum += int64_t{n} * problem.buffers[static_cast<size_t>(i)].size;
    }
  return sum;
}

Score score_of(const nook::Problem& problem, const std::vector<int32_t>& pools,
               const std::vector<int64_t>& heights, bool wishes) {
  const int64_t height = std::accumulate(heights.begin(), heights.end(), int64_t{0});
  return {cost_of(problem, pools), wishes ? regret_of(problem, pools, false) : 0, spill(problem, heights),
          regret_of(problem, pools), height};
}

// The best score over every assignment of pools, each pool planned separately, up to a height.
bool best_by_trying_all(const nook::Problem& problem, std::vector<int32_t>& pools, size_t next, int64_t limit,
                        Score* best) {
  if (next == pools.size()) {
    int64_t height = 0;
    std::vector<int64_t> heights;
    for (int32_t p = 0; p < nook::pool_count(problem); ++p) {
      const OnePool one(problem, pools, p);
      const Solution s = lowest_plan(one.problem(), {});
      if (!s.feasible) return false;
      height += s.heights[0];
      heights.push_back(s.heights[0]);
    }
    if (height <= limit) *best = std::min(*best, score_of(problem, pools, heights, limit != kNoLimit));
    return true;
  }
  bool any = false;
  for (int32_t n = 0;; ++n) {
    pools[next] = nook::candidate_pool(problem, static_cast<int32_t>(next), n);
    if (pools[next] == nook::kAnywhere) return any;
    any |= best_by_trying_all(problem, pools, next + 1, limit, best);
  }
}

test::Shape shape_of(uint32_t seed, int32_t buffers, int32_t size) {
  test::Shape shape{buffers, size, 6};
  shape.separations = seed % 2 == 0;
  shape.gaps = !shape.separations;
  shape.no_lives = seed % 7 == 0;
  shape.pools = 2 + static_cast<int32_t>(seed % 2);
  shape.capacity = size + static_cast<int32_t>(seed % 3) * size;
  shape.constants = seed % 4 == 3;
  if (shape.constants) shape.capacity = size * 2 / 3;  // so that both kinds spill
  return shape;
}

}  // namespace

TEST(the_best_plan_over_pools_is_as_good_as_an_exhaustive_search) {
  for (uint32_t seed = 0; seed < test::seeds(1500); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 6, 12));
    const nook::Problem problem = r.problem();
    Solution s = best_plan(problem, {});
    Score best = {INT64_MAX, 0, {}, 0, 0};
    std::vector<int32_t> pools(problem.buffers.size());
    const bool any = best_by_trying_all(problem, pools, 0, kNoLimit, &best);
    bool wishes = false;
    for (int32_t i = 0; i < static_cast<int32_t>(pools.size()); ++i) wishes |= has_wish(problem, i);
    const int64_t cost = std::get<0>(best), limit = std::get<4>(best);
    if (any && wishes) best = {INT64_MAX, 0, {}, 0, 0}, best_by_trying_all(problem, pools, 0, limit, &best);
    EXPECT_EQ(s.feasible, any);
    EXPECT(s.optimal == any && s.proved_infeasible != any);
    if (!any || !s.feasible) continue;
    EXPECT(nook::verify(problem, s.plan()).ok());
    const std::vector<int64_t> heights(s.heights.begin(), s.heights.end());
    const Score found = score_of(problem, s.pools, heights, wishes);
    EXPECT(s.cost == cost && s.height() <= limit);  // no wish adds cost
    if (found != best) printf("seed %u: a better plan exists\n", seed);
    EXPECT(found == best);
  }
}

TEST(no_buffer_moved_alone_to_a_better_choice_costs_nothing) {
  int moved = 0;
  for (uint32_t seed = 0; seed < test::seeds(600); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 7, 12));
    const nook::Problem problem = r.problem();
    const Solution s = best_plan(problem, {});
    for (size_t i = 0; s.feasible && i < s.pools.size(); ++i)
      for (int32_t n = 0;; ++n) {
        std::vector<int32_t> pools = s.pools;
        pools[i] = nook::candidate_pool(problem, static_cast<int32_t>(i), n);
        if (pools[i] == nook::kAnywhere || pools[i] == s.pools[i]) break;
        int64_t height = 0;
        bool fits = true;
        for (int32_t p = 0; fits && p < nook::pool_count(problem); ++p) {
          const OnePool one(problem, pools, p);
          const Solution part = lowest_plan(one.problem(), {});
          fits = part.feasible;
          if (fits) height += part.heights[0];
        }
        ++moved;
        const bool better =
            fits && problem.buffers[i].size > 0 && height <= s.height() && cost_of(problem, pools) <= s.cost;
        if (better) printf("seed %u: buffer %zu would be better in pool %d\n", seed, i, pools[i]);
        EXPECT(!better);
      }
  }
  EXPECT(moved > static_cast<int>(test::seeds(60)));
}

// The plan that the search starts from, which is the result if there are too many assignments.
TEST(no_two_buffers_that_trade_pools_save_cost_in_a_first_plan) {
  Effort effort;
  effort.first_fit = true;
  int traded = 0;
  for (uint32_t seed = 0; seed < test::quick_seeds(1500); ++seed) {
    test::Shape shape = shape_of(seed, 9, 12);
    shape.separations = false;
    test::RandomProblem r = test::random_problem(seed, shape);
    const nook::Problem problem = r.problem();
    const Solution s = best_plan(problem, effort);
    for (size_t i = 0; s.feasible && i < s.pools.size(); ++i)
      for (size_t k = 0; k < i; ++k) {
        std::vector<int32_t> pools = s.pools;
        std::swap(pools[i], pools[k]);
        const auto may = [&](size_t buffer) {
          for (int32_t n = 0, pool;; ++n) {
            pool = nook::candidate_pool(problem, static_cast<int32_t>(buffer), n);
            if (pool == pools[buffer] || pool == nook::kAnywhere) return pool == pools[buffer];
          }
        };
        if (!may(i) || !may(k) || cost_of(problem, pools) >= s.cost) continue;
        ++traded;
        bool fits = true;
        for (int32_t p = 0; fits && p < nook::pool_count(problem); ++p) {
          const OnePool one(problem, pools, p);
          fits = lowest_plan(one.problem(), {}).feasible;
        }
        if (fits) printf("seed %u: buffers %zu and %zu would cost less in each other's pool\n", seed, i, k);
        EXPECT(!fits);
      }
  }
  EXPECT(traded > 0);
}

TEST(the_own_pool_order_of_a_buffer_is_followed_if_it_costs_nothing) {
  test::RandomProblem r;
  r.buffers = {{100, 1, 0, 1}, {60, 1, 0, 1}};
  r.pools = {{}, {}};
  r.candidates = {{1, 0}, {}};
  Solution s = best_plan(r.problem(), {});
  EXPECT(s.pools == std::vector<int32_t>({1, 0}) && s.height() == 160 && s.optimal);
  r.candidates = {{0, 1}, {}};  // the order of the pools
  s = best_plan(r.problem(), {});
  EXPECT(s.pools == std::vector<int32_t>({0, 0}) && s.height() == 160);
  r.candidates = {{1, 0}, {0}};
  r.buffers[1].first = r.buffers[1].last = 3;  // both share the bytes of one pool: 60 more elsewhere
  s = best_plan(r.problem(), {});
  EXPECT(s.pools == std::vector<int32_t>({0, 0}) && s.height() == 100 && s.optimal);
  r.buffers[1].first = 0, r.buffers[1].last = 1;
  r.reads = {10, 0};
  r.pools[1].read_cost = 1;  // slower
  s = best_plan(r.problem(), {});
  EXPECT(s.pools == std::vector<int32_t>({0, 0}) && s.cost == 0 && s.optimal);
}

TEST(a_pool_with_bursts_costs_whole_ones) {
  test::RandomProblem r;
  r.buffers = {{4, 1, 0, 1}, {4, 1, 0, 1}};
  r.reads = {4, 10};
  r.pools = {{INT32_MAX, 1, false, 2, 2}, {INT32_MAX, 1, false, 1, 1, 64}};
  EXPECT_EQ(cost_of(r.problem(), {0, 0}), 28);
  // 4 bytes once are one burst; 10 bytes are twice 4 and once 2: three bursts.
  EXPECT_EQ(cost_of(r.problem(), {1, 0}), 64 + 20);
  EXPECT_EQ(cost_of(r.problem(), {0, 1}), 8 + 3 * 64);
  EXPECT(best_plan(r.problem(), {}).pools == std::vector<int32_t>({0, 0}));
  r.pools[1].burst = 1;
  EXPECT(best_plan(r.problem(), {}).pools == std::vector<int32_t>({1, 1}));
}

TEST(the_cost_of_a_byte_follows_from_bandwidth_latency_and_clock) {
  for (const bool write : {false, true}) {
    const auto cost = [&](const MemoryPool& pool) { return write ? write_cost(pool) : read_cost(pool); };
    MemoryPool pool;
    EXPECT_EQ(cost(pool), 2560);  // a quarter of a cycle of 10 ns, in units of 2^-10 ns
    pool.clock_hz = 200'000'000;
    EXPECT_EQ(cost(pool), 1280);
    (write ? pool.write_bandwidth : pool.read_bandwidth) = 8;
    EXPECT_EQ(cost(pool), 640);
    (write ? pool.write_latency : pool.read_latency) = 16;  // per 32 bytes
    EXPECT_EQ(cost(pool), 3200);
    pool.burst = 8;
    EXPECT_EQ(cost(pool), 10880);
  }
}

TEST(pools_that_state_less_get_the_fastest_clock_and_the_speed_of_the_nearest) {
  std::vector<MemoryPool> pools(5);
  pools[1].read_bandwidth = 2, pools[2].clock_hz = 100'000'000, pools[3].clock_hz = 300'000'000;
  pools[4].constant = true;
  const std::vector<MemoryPool> done = with_speeds(pools);
  for (const size_t i : {size_t{0}, size_t{1}, size_t{3}}) EXPECT_EQ(done[i].clock_hz, 300'000'000);
  EXPECT_EQ(done[2].clock_hz, 100'000'000);
  EXPECT(done[0].read_bandwidth == 2 && done[2].read_bandwidth == 0);  // 0: unstated; the other one is used
}

TEST(every_solver_keeps_to_pools_and_capacities) {
  Effort effort;
  effort.work = 50000;
  int feasible = 0;
  for (uint32_t seed = 0; seed < test::seeds(6000); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 20, 300));
    const nook::Problem problem = r.problem();
    for (const char* name : {"exact", "greedy_by_size", "greedy_by_conflicts", "hill_climb"}) {
      if (name == std::string("hill_climb") && seed % 40 != 0) continue;
      Solution s = (*find_solver(name))(problem, effort);
      if (!s.feasible) continue;
      ++feasible;
      EXPECT(nook::verify(problem, s.plan()).ok());
    }
  }
  EXPECT(feasible > static_cast<int>(test::seeds(6000)));
}

TEST(the_buffer_with_most_reads_goes_to_the_fast_pool) {
  test::RandomProblem r;
  r.buffers = {{100, 1, 0, 1}, {100, 1, 0, 1}};
  r.reads = {100, 5000};
  r.pools = {{100, 1, false, 1, 1}, {INT32_MAX, 1, false, 10, 10}};
  const Solution s = best_plan(r.problem(), {});
  EXPECT_EQ(s.pools[0], 1);
  EXPECT_EQ(s.pools[1], 0);
  EXPECT(s.optimal);
}

TEST(constants_and_scratch_are_separate) {
  test::RandomProblem r;
  r.buffers = {{100, 1, 0, 1}, {50, 1, 0, 1, nook::BufferKind::kConstant}};
  r.pools = {{}, {}};
  r.pools[0].constant = true;
  const Solution s = best_plan(r.problem(), {});
  EXPECT_EQ(s.pools[0], 1);
  EXPECT_EQ(s.pools[1], 0);
  EXPECT(s.heights == std::vector<int32_t>({50, 100}));
}
