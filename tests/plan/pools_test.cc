// Several pools: what fits is found, at the least cost, then with the least regret, then the lowest.
#include <algorithm>
#include <tuple>

#include "nookc/plan/assign.h"
#include "nookc/plan/lowest.h"
#include "nookc/plan/one_pool.h"
#include "nookc/plan/solver.h"
#include "tests/plan/random_problem.h"

using namespace nookc;

namespace {

// Cost, heights of all pools but the first from the last on, regret, height of all.
using Score = std::tuple<int64_t, std::vector<int64_t>, int64_t, int64_t>;

std::vector<int64_t> spill(const std::vector<int64_t>& heights) {
  return {heights.rbegin(), heights.rend() - 1};
}

// Bytes times the number of better candidates.
int64_t regret_of(const nook::Problem& problem, const std::vector<int32_t>& pools) {
  int64_t sum = 0;
  for (int32_t i = 0; i < static_cast<int32_t>(pools.size()); ++i)
    for (int32_t n = 0;; ++n) {
      const int32_t pool = nook::candidate_pool(problem, i, n);
      if (pool == nook::kAnywhere) break;
      if (pool == pools[static_cast<size_t>(i)])
        sum += int64_t{n} * problem.buffers[static_cast<size_t>(i)].size;
    }
  return sum;
}

// The best score over every assignment of pools, each pool planned by itself.
bool best_by_trying_all(const nook::Problem& problem, std::vector<int32_t>& pools, size_t next, Score* best) {
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
    const Score score = {cost_of(problem, pools), spill(heights), regret_of(problem, pools), height};
    *best = std::min(*best, score);
    return true;
  }
  bool any = false;
  for (int32_t n = 0;; ++n) {
    pools[next] = nook::candidate_pool(problem, static_cast<int32_t>(next), n);
    if (pools[next] == nook::kAnywhere) return any;
    any |= best_by_trying_all(problem, pools, next + 1, best);
  }
}

test::Shape shape_of(uint32_t seed, int32_t buffers, int32_t size) {
  test::Shape shape{buffers, size, 6};
  shape.separations = seed % 2 == 0;
  shape.gaps = !shape.separations;
  shape.no_lives = seed % 7 == 0;
  shape.pools = 2 + static_cast<int32_t>(seed % 2);
  shape.capacity = size + static_cast<int32_t>(seed % 3) * size;
  return shape;
}

}  // namespace

TEST(the_best_plan_over_pools_is_what_trying_every_assignment_finds) {
  for (uint32_t seed = 0; seed < test::seeds(1500); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 6, 12));
    const nook::Problem problem = r.problem();
    Solution s = best_plan(problem, {});
    Score best = {INT64_MAX, {}, 0, 0};
    std::vector<int32_t> pools(problem.buffers.size());
    const bool any = best_by_trying_all(problem, pools, 0, &best);
    EXPECT_EQ(s.feasible, any);
    EXPECT(s.optimal == any && s.proved_infeasible != any);
    if (!any || !s.feasible) continue;
    EXPECT(nook::verify(problem, s.plan()).ok());
    const std::vector<int64_t> heights(s.heights.begin(), s.heights.end());
    const Score found = {s.cost, spill(heights), regret_of(problem, s.pools), s.height()};
    if (found != best) printf("seed %u: a better plan exists\n", seed);
    EXPECT(found == best);
  }
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

TEST(what_is_read_most_goes_to_the_fast_pool) {
  test::RandomProblem r;
  r.buffers = {{100, 1, 0, 1}, {100, 1, 0, 1}};
  r.reads = {100, 5000};
  r.pools = {{100, 1, false, 1, 1}, {INT32_MAX, 1, false, 10, 10}};
  const Solution s = best_plan(r.problem(), {});
  EXPECT_EQ(s.pools[0], 1);
  EXPECT_EQ(s.pools[1], 0);
  EXPECT(s.optimal);
}

TEST(constants_and_scratch_keep_apart) {
  test::RandomProblem r;
  r.buffers = {{100, 1, 0, 1}, {50, 1, 0, 1, nook::BufferKind::kConstant}};
  r.pools = {{}, {}};
  r.pools[0].constant = true;
  const Solution s = best_plan(r.problem(), {});
  EXPECT_EQ(s.pools[0], 1);
  EXPECT_EQ(s.pools[1], 0);
  EXPECT(s.heights == std::vector<int32_t>({50, 100}));
}
