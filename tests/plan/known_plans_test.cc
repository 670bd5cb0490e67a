// Plans that are kept for equal problems are those that a new search would find.
#include "nookc/middle/plan/solving/known_plans.h"

#include "nookc/middle/plan/solving/assign.h"
#include "nookc/middle/plan/solving/lowest.h"
#include "tests/plan/random_problem.h"

using namespace nookc;

namespace {

test::Shape known_shape(uint32_t seed, int32_t buffers) {
  test::Shape shape{buffers, 60, 8};
  shape.gaps = seed % 3 == 0;
  shape.separations = seed % 2 == 0 && !shape.gaps;
  shape.pins = seed % 5 == 0;
  return shape;
}

}  // namespace

// A search for kernels plans the memory of many programs, most of which need the same memory.
TEST(a_known_plan_is_the_plan_of_an_equal_problem_only) {
  KnownPlans known;
  Effort effort;
  effort.work = 20000;
  size_t different = 0;
  for (uint32_t seed = 0; seed < test::seeds(600); ++seed) {
    test::RandomProblem r = test::random_problem(seed, known_shape(seed, 12));
    const auto same_as_alone = [&] {
      const nook::Problem problem = r.problem();
      const Solution fresh = lowest_plan(problem, effort), &kept = known.lowest(problem, effort);
      EXPECT(fresh.offsets == kept.offsets && fresh.heights == kept.heights && fresh.work == kept.work);
      EXPECT(fresh.lower_bounds == kept.lower_bounds && fresh.optimal == kept.optimal);
      EXPECT(fresh.feasible == kept.feasible && fresh.proved_infeasible == kept.proved_infeasible);
      const size_t size = known.size();
      EXPECT(&known.lowest(problem, effort) == &kept && known.size() == size);
    };
    same_as_alone();
    // One change of each kind makes another problem.
    const size_t before = known.size();
    const size_t i = seed % r.buffers.size();
    r.buffers[i].size += 100, same_as_alone();
    if (!r.separations.empty()) {
      r.separations[0].bytes += 7, same_as_alone();
    } else if (r.buffers[i].pinned == nook::kAnywhere) {
      r.buffers[i].alignment *= 64, same_as_alone();
      r.buffers[i].first -= 3, same_as_alone();
      r.buffers[i].pinned = 64 * 64, same_as_alone();
    }
    r.gaps.resize(r.buffers.size());
    if (r.buffers[i].last > r.buffers[i].first + 1 && r.gaps[i].empty())
      r.gaps[i] = {{r.buffers[i].first + 1, r.buffers[i].first + 1}}, same_as_alone();
    r.pools[0].capacity = 200, same_as_alone();
    effort.first_fit = !effort.first_fit, same_as_alone();
    different += known.size() - before;
  }
  EXPECT(different > test::seeds(600) * 3);
}

TEST(known_plans_change_no_plan_of_several_pools) {
  KnownPlans known;
  for (uint32_t seed = 0; seed < test::seeds(100); ++seed) {
    test::Shape shape = known_shape(seed, 10);
    shape.pools = 2, shape.capacity = 90, shape.constants = seed % 2 == 0;
    test::RandomProblem r = test::random_problem(seed, shape);
    const nook::Problem problem = r.problem();
    Effort effort;
    effort.work = 200000;
    const Solution alone = best_plan(problem, effort);
    for (int turn = 0; turn < 2; ++turn) {
      const Solution with = best_plan_with(&known, problem, effort);
      EXPECT(alone.feasible == with.feasible && alone.offsets == with.offsets && alone.pools == with.pools);
      EXPECT(alone.optimal == with.optimal && alone.work == with.work && alone.cost == with.cost);
    }
  }
}
