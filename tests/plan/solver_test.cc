// Solvers in one pool: the verifier accepts their plans, none is below the exact solver, which equals
// exhaustive search.
#include "nookc/middle/plan/solving/solver.h"

#include <numeric>

#include "nook/plan/greedy.h"
#include "nookc/middle/plan/solving/first_fit.h"
#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/lowest.h"
#include "nookc/middle/plan/solving/one_pool.h"
#include "nookc/middle/plan/solving/skyline.h"
#include "nookc/middle/plan/solving/solve.h"
#include "nookc/middle/plan/solving/verify_by_time.h"
#include "tests/plan/random_problem.h"

using namespace nookc;

namespace {

// Whether the buffers from `next` on can be placed below `height`, by trying every offset.
bool any_plan(const nook::Problem& problem, std::vector<int32_t>& offsets, size_t next, int32_t height) {
  std::vector<int32_t> pools(offsets.size(), 0), heights = {height};
  if (next == offsets.size())
    return nook::verify(
               problem,
               {{offsets.data(), offsets.size()}, height, {pools.data(), pools.size()}, {heights.data(), 1}})
        .ok();
  const nook::Buffer& b = problem.buffers[next];
  for (int32_t at = std::max(0, b.pinned); at + b.size <= height; at += b.alignment) {
    offsets[next] = at;
    if (any_plan(problem, offsets, next + 1, height)) return true;
    if (b.pinned >= 0) break;
  }
  return false;
}

bool sound(const nook::Problem& problem, Solution& s, uint32_t seed, const char* solver) {
  const auto verdict = nook::verify(problem, s.plan());
  if (!verdict.ok())
    printf("seed %u: %s: fault %d at %d, %d\n", seed, solver, static_cast<int>(verdict.fault), verdict.a,
           verdict.b);
  return verdict.ok();
}

test::Shape shape_of(uint32_t seed, int32_t buffers, int32_t size, int32_t steps) {
  test::Shape shape{buffers, size, steps};
  shape.gaps = seed % 3 == 0;
  shape.separations = seed % 2 == 0 && !shape.gaps;
  shape.pins = seed % 5 == 0;
  shape.no_lives = seed % 7 == 0;
  return shape;
}

constexpr const char* kOthers[] = {"greedy_by_size", "greedy_by_conflicts", "hill_climb"};

// The climber takes a hundred times as long as the others.
bool skip(const std::string& solver, uint32_t seed) { return solver == "hill_climb" && seed % 16 != 0; }

}  // namespace

TEST(nine_buffers_that_greedy_places_in_1012_bytes_need_826) {
  test::RandomProblem r;
  r.buffers = {{400, 1, 1, 4}, {401, 1, 1, 1}, {10, 1, 1, 2},  {201, 1, 2, 4}, {11, 1, 2, 3},
               {202, 1, 3, 3}, {12, 1, 3, 4},  {200, 1, 4, 4}, {13, 1, 4, 4}};
  const nook::Problem problem = r.problem();
  EXPECT_EQ(greedy_by_size(problem, {}).height(), 1012);
  const Solution best = (*find_solver("exact"))(problem, {});
  EXPECT_EQ(best.height(), 826);
  EXPECT(best.optimal && best.lower_bounds[0] == 826);
  // The plan of the document overlaps its fifth and seventh buffers while the third operator runs.
  Solution printed = best;
  printed.offsets = {0, 400, 801, 400, 811, 601, 814, 601, 801};
  const auto verdict = nook::verify(problem, printed.plan());
  EXPECT(verdict.fault == nook::PlanFault::kOverlap);
  EXPECT_EQ(verdict.a, 4);
  EXPECT_EQ(verdict.b, 6);
  EXPECT_EQ(verdict.step, 3);
}

TEST(a_buffer_of_no_bytes_fits_at_the_end_of_a_pool) {
  for (const int32_t capacity : {0, 16, 17}) {
    test::RandomProblem r;
    r.buffers = {{0, 1, 1, 1, nook::BufferKind::kActivation, 16}};
    nook::Problem problem = r.problem();
    problem.pools = {}, problem.capacity = capacity;
    nook::Plan plan;
    std::vector<int32_t> offsets(1, -1), order(1);
    plan.offsets = {offsets.data(), 1};
    int32_t refused = -1;
    const nook::Code code = nook::plan_greedy(problem, &plan, {order.data(), 1}, &refused);
    EXPECT((code == nook::Code::kOk) == (capacity >= 16));
    EXPECT(capacity < 16 || offsets[0] == 16);
  }
}

TEST(the_exact_plan_is_as_good_as_an_exhaustive_search) {
  for (uint32_t seed = 0; seed < test::seeds(3000); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 5, 5, 4));
    const nook::Problem problem = r.problem();
    Solution s = lowest_plan(problem, {});
    EXPECT(s.feasible && s.optimal && sound(problem, s, seed, "exact"));
    const int32_t height = s.heights[0];
    const bool lower = height > 0 && any_plan(problem, s.offsets, 0, height - 1);
    EXPECT(!lower);
    if (lower) printf("seed %u: a plan below %d bytes exists\n", seed, height);
  }
}

TEST(no_solver_finds_less_than_the_exact_one_and_its_bound) {
  int lowered = 0, proved = 0;
  Effort effort;
  effort.work = 50000;
  for (uint32_t seed = 0; seed < test::seeds(12000); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 24, 500, 12));
    const nook::Problem problem = r.problem();
    Solution best = (*find_solver("exact"))(problem, effort);
    EXPECT(best.feasible && sound(problem, best, seed, "exact"));
    EXPECT(best.lower_bounds[0] <= best.height());
    EXPECT(best.optimal == (best.lower_bounds[0] == best.height()));
    proved += best.optimal;
    for (const char* name : kOthers) {
      if (skip(name, seed)) continue;
      Solution other = (*find_solver(name))(problem, effort);
      EXPECT(other.feasible && sound(problem, other, seed, name));
      if (best.height() > other.height())
        printf("seed %u: exact %lld, %s %lld\n", seed, static_cast<long long>(best.height()), name,
               static_cast<long long>(other.height()));
      EXPECT(best.height() <= other.height());
      lowered += best.height() < other.height();
    }
  }
  EXPECT(lowered > static_cast<int>(test::seeds(1000)));
  EXPECT(proved > static_cast<int>(test::seeds(test::kSanitized ? 8000 : 9000)));
}

// The claims of solve_task about each solver's plan: optimal if it equals the bound, which no plan is below.
TEST(a_plan_is_called_optimal_only_if_it_reaches_its_lower_bound) {
  int optimal = 0, open = 0;
  Effort effort;
  effort.work = 50000;
  for (uint32_t seed = 0; seed < test::seeds(600); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 12, 60, 8));
    Task task;
    task.source = "random", task.pools.resize(1), task.pools[0].name = "ram";
    for (const nook::Buffer& b : r.buffers) {
      TaskBuffer& buffer = task.buffers.emplace_back();
      buffer.name = "b" + std::to_string(task.buffers.size());
      buffer.buffer = {b.size + 1, 16, b.first, std::max(b.first, b.last)};
    }
    const auto best = solve_task(task, "exact", effort);
    EXPECT(best);
    for (const char* name : kOthers) {
      if (skip(name, seed)) continue;
      const auto other = solve_task(task, name, effort);
      EXPECT(other);
      if (!best || !other) continue;
      const Solution& s = other->solution;
      EXPECT(s.lower_bounds.size() == 1 && s.lower_bounds[0] <= best->solution.height());
      EXPECT(s.optimal == (s.height() == s.lower_bounds[0]));
      EXPECT(!s.optimal || s.height() == best->solution.height());
      (s.optimal ? optimal : open) += 1;
    }
  }
  EXPECT(optimal > 0 && open > 0);
}

TEST(one_byte_less_than_the_lowest_plan_is_refused) {
  for (uint32_t seed = 0; seed < test::seeds(4000); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 12, 60, 8));
    nook::Problem problem = r.problem();
    const Solution best = lowest_plan(problem, {});
    EXPECT(best.optimal);
    r.pools[0].capacity = best.heights[0];
    problem = r.problem();
    EXPECT(lowest_plan(problem, {}).feasible);
    for (const char* name : kOthers) {
      if (skip(name, seed)) continue;
      Solution other = (*find_solver(name))(problem, {});
      EXPECT(!other.feasible || sound(problem, other, seed, name));
    }
    if (best.heights[0] == 0) continue;
    r.pools[0].capacity = best.heights[0] - 1;
    problem = r.problem();
    const Solution none = lowest_plan(problem, {});
    EXPECT(!none.feasible && none.proved_infeasible);
    for (const char* name : kOthers) EXPECT(skip(name, seed) || !(*find_solver(name))(problem, {}).feasible);
  }
}

TEST(a_plan_within_the_capacity_ends_a_first_fit) {
  int found = 0;
  Effort effort;
  effort.work = 1000000;
  for (uint32_t seed = 0; seed < test::seeds(500); ++seed) {
    test::RandomProblem r = test::random_problem(seed, shape_of(seed, 20, 500, 10));
    nook::Problem problem = r.problem();
    effort.first_fit = false;
    const Solution best = lowest_plan(problem, effort);
    if (!best.optimal) continue;
    r.pools[0].capacity = best.heights[0];
    problem = r.problem();
    effort.first_fit = true;
    Solution fits = lowest_plan(problem, effort);
    EXPECT(!fits.proved_infeasible);
    if (!fits.feasible) continue;  // the same work may not be enough
    ++found;
    EXPECT(sound(problem, fits, seed, "first fit"));
    EXPECT_EQ(fits.heights[0], best.heights[0]);
  }
  EXPECT(found > static_cast<int>(test::seeds(350)));
}

TEST(first_fit_agrees_with_the_planner_of_the_device) {
  for (uint32_t seed = 0; seed < test::seeds(6000); ++seed) {
    test::Shape shape = shape_of(seed, 30, 300, 12);
    shape.pools = 1 + static_cast<int32_t>(seed % 3);
    shape.capacity = 900;
    test::RandomProblem r = test::random_problem(seed, shape);
    if (seed % 4 == 1)  // several, so that some conflict
      for (size_t i = 0; i < r.buffers.size(); i += 3)
        r.buffers[i].pinned = static_cast<int32_t>(i % 2) * 400;
    const nook::Problem problem = r.problem();
    std::vector<int32_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    test::Rng rng(seed);
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<size_t>(rng.in(0, static_cast<int32_t>(i) - 1))]);
    Solution other;
    other.offsets.resize(order.size());
    other.pools.resize(order.size());
    other.heights.resize(r.pools.size());
    nook::Plan plan = other.plan();
    const bool placed = bool(nook::place_in_order(problem, &plan, {order.data(), order.size()}));
    Solution ours = FirstFit(problem).place(order);
    EXPECT(ours.feasible == placed);
    if (!placed) continue;
    EXPECT(sound(problem, ours, seed, "first fit"));
    EXPECT(ours.offsets == other.offsets && ours.pools == other.pools && ours.heights == other.heights);
  }
}

TEST(a_buffer_without_bytes_or_without_life_changes_no_plan) {
  for (uint32_t seed = 0; seed < test::quick_seeds(400); ++seed) {
    test::Shape shape = shape_of(seed, 24, 500, 12);
    shape.separations = shape.pins = shape.no_lives = false;
    test::RandomProblem r = test::random_problem(seed, shape);
    for (nook::Buffer& b : r.buffers) ++b.size;  // none is without bytes yet
    for (const char* name : {"exact", "greedy_by_size", "greedy_by_conflicts"}) {
      Effort effort;
      effort.work = 20000;
      test::RandomProblem more = r;
      test::Rng rng(seed);
      for (int i = 0; i < 12; ++i) {
        const int32_t first = rng.in(0, 12);
        more.buffers.push_back(i % 2 ? nook::Buffer{0, 1, first, 14} : nook::Buffer{64, 1, first, first - 1});
      }
      const Solution few = (*find_solver(name))(r.problem(), effort),
                     all = (*find_solver(name))(more.problem(), effort);
      EXPECT(few.feasible && all.feasible);
      if (name != std::string("exact"))  // its work, which limits it, counts all buffers
        EXPECT(std::equal(few.offsets.begin(), few.offsets.end(), all.offsets.begin()));
      if (few.optimal && all.optimal) EXPECT_EQ(std::max<int64_t>(few.height(), 64), all.height());
    }
  }
}

TEST(two_items_meet_where_a_section_has_both_of_them) {
  test::Rng rng(5);
  int touching = 0;
  for (int round = 0; round < 3000; ++round) {
    Item items[2] = {};
    std::vector<char> used[2] = {std::vector<char>(16, 0), std::vector<char>(16, 0)};
    for (int k : {0, 1}) {
      int32_t at = rng.in(0, 4);
      for (int32_t n = rng.in(1, 3); n > 0; --n) {
        const SectionRange range = {at, at + rng.in(1, 2)};
        for (int32_t s = range.begin; s < range.end; ++s) used[k][static_cast<size_t>(s)] = 1;
        items[k].sections.push_back(range);
        at = range.end + 1;
      }
      items[k].begin = items[k].sections.front().begin, items[k].end = items[k].sections.back().end;
    }
    bool both = false;
    for (size_t s = 0; s < 16; ++s) both |= used[0][s] && used[1][s];
    EXPECT(meet(items[0], items[1]) == both && meet(items[1], items[0]) == both);
    touching += items[0].end == items[1].begin;
  }
  EXPECT(touching > 0);
}

// A limit of the work holds only if each attempt is counted.
TEST(the_work_of_a_plan_is_the_work_of_all_its_attempts) {
  test::RandomProblem r;
  r.buffers = {{400, 1, 1, 4}, {401, 1, 1, 1}, {10, 1, 1, 2},  {201, 1, 2, 4}, {11, 1, 2, 3},
               {202, 1, 3, 3}, {12, 1, 3, 4},  {200, 1, 4, 4}, {13, 1, 4, 4}};
  const nook::Problem problem = r.problem();
  Effort effort;
  effort.first_fit = true;  // so that the search does not follow
  const auto placed_by = [&](auto key) {
    std::vector<int32_t> order(r.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](int32_t i) { return key(r.buffers[static_cast<size_t>(i)]); });
    FirstFit fit(problem);
    EXPECT(fit.place(order).height() > 826);  // or the next attempt would not be made
    return fit.work();
  };
  const int64_t area = placed_by([](const nook::Buffer& b) { return int64_t{b.last - b.first} * b.size; });
  const int64_t life = placed_by([](const nook::Buffer& b) { return int64_t{b.last - b.first}; });
  EXPECT(area > 0 && life > 0);
  EXPECT_EQ(lowest_plan(problem, effort).work,
            greedy_by_size(problem, effort).work + area + life + greedy_by_conflicts(problem, effort).work);
}

TEST(an_expired_time_limit_does_not_refuse_a_plan_that_fits) {
  Effort late;
  late.work = INT64_MAX / 4;
  late.deadline = std::chrono::steady_clock::now();
  for (uint32_t seed = 0; seed < test::seeds(600); ++seed) {
    test::Shape shape = shape_of(seed, 12, 60, 8);
    shape.pools = 1 + static_cast<int32_t>(seed % 3);
    test::RandomProblem r = test::random_problem(seed, shape);
    if (seed % 4 == 0)  // no alternatives, as workspace and constants have none
      for (auto& pools : r.candidates) pools = {shape.pools - 1};
    Effort little;
    little.work = 1000000;
    const Solution best = (*find_solver("exact"))(r.problem(), little);
    EXPECT(best.feasible);
    for (size_t p = 0; p < r.pools.size(); ++p) r.pools[p].capacity = best.heights[p];
    Solution fits = (*find_solver("exact"))(r.problem(), late);
    EXPECT(fits.feasible && sound(r.problem(), fits, seed, "late"));
    for (size_t p = 0; p < r.pools.size() && fits.feasible; ++p)
      EXPECT(fits.lower_bounds[p] <= fits.heights[p]);
  }
}

TEST(twenty_thousand_buffers_that_all_live_at_once_are_stacked) {
  test::RandomProblem r;
  const int32_t count = static_cast<int32_t>(test::seeds(20000));
  for (int32_t i = 0; i < count; ++i) r.buffers.push_back({1 + i % 7, 1, i, count + i});
  const Instance instance = make_instance(r.problem());
  EXPECT_EQ(instance.section_count(), 1);
  const Solution s = lowest_plan(r.problem(), {});
  EXPECT(s.optimal && s.height() == instance.lower_bound);
}

// The plan of a skyline as a solution; not feasible if it gave up.
Solution skyline_plan(const nook::Problem& problem, const ItemOrder& order, int64_t work) {
  const Instance instance = make_instance(problem);
  Skyline skyline(instance);
  Solution s;
  s.feasible = skyline.place(order, work);
  s.offsets.assign(problem.buffers.size(), 0);
  s.pools.assign(problem.buffers.size(), 0);
  s.heights = {0};
  for (size_t i = 0; i < instance.items.size(); ++i)
    s.offsets[static_cast<size_t>(instance.items[i].buffer)] = skyline.offsets()[i];
  for (size_t i = 0; i < s.offsets.size(); ++i)
    s.heights[0] = std::max(s.heights[0], s.offsets[i] + problem.buffers[i].size);
  return s;
}

TEST(a_skyline_in_any_order_is_a_plan_in_which_every_item_rests) {
  int lower = 0, higher = 0;  // than first fit by size
  for (uint32_t seed = 0; seed < test::seeds(4000); ++seed) {
    test::Shape shape = shape_of(seed, 24, 500, 12);
    shape.pins = false;
    test::RandomProblem r = test::random_problem(seed, shape);
    const nook::Problem problem = r.problem();
    Solution s = skyline_plan(problem, item_order(seed % 20), INT64_MAX / 2);
    EXPECT(s.feasible && sound(problem, s, seed, "skyline"));
    const int64_t by_size = greedy_by_size(problem, {}).height();
    lower += s.height()<by_size, higher += s.height()> by_size;
    if (shape.separations) continue;
    for (size_t i = 0; i < s.offsets.size(); ++i) {  // a step down is refused
      Solution dropped = s;
      dropped.offsets[i] -= r.buffers[i].alignment;
      const bool moves = r.buffers[i].size > 0 && r.buffers[i].first <= r.buffers[i].last;
      if (moves) EXPECT(!nook::verify(problem, dropped.plan()).ok());
    }
  }
  EXPECT(lower > higher);
}

TEST(a_skyline_gives_up_after_its_work) {
  test::RandomProblem r;
  for (int32_t i = 0; i < 200; ++i) r.buffers.push_back({16, 1, i, i + 40});
  const nook::Problem problem = r.problem();
  const Instance instance = make_instance(problem);
  Skyline skyline(instance);
  const int64_t before = skyline.work();
  EXPECT(skyline.place(item_order(0), INT64_MAX / 2));
  const int64_t enough = skyline.work() - before;
  for (int64_t work = 0; work < enough; work += 97)
    EXPECT(!skyline_plan(problem, item_order(0), work).feasible);
  EXPECT(skyline_plan(problem, item_order(0), enough + 1).feasible);
}

// Most tensors live for a step or two, some until a later concatenation or the end of a residual block.
test::RandomProblem like_a_network(uint32_t seed, int32_t buffers) {
  test::Rng rng(seed);
  test::RandomProblem r;
  for (int32_t i = 0; i < buffers; ++i) {
    const int32_t dice = rng.in(0, 99), life = dice < 75 ? 1 : dice < 95 ? rng.in(2, 6) : rng.in(10, 40);
    const int32_t stage = 262144 >> (i % 200 / 40);
    r.buffers.push_back({16 * rng.in(stage / 80, stage / 16), 16, i, i + life});
  }
  return r;
}

TEST(more_buffers_than_a_search_takes_are_planned_within_three_percent) {
  for (uint32_t seed = 0; seed < 3; ++seed) {
    test::RandomProblem r = like_a_network(seed, 6000);
    Solution s = lowest_plan(r.problem(), {});
    EXPECT(s.feasible && sound(r.problem(), s, seed, "lowest"));
    EXPECT(100 * (s.height() - s.lower_bounds[0]) <= 3 * s.lower_bounds[0]);
  }
}

TEST(a_plan_that_is_verified_by_time_gets_the_verdict_of_the_definition) {
  int faults = 0;
  for (uint32_t seed = 0; seed < test::seeds(40); ++seed) {
    test::RandomProblem r = like_a_network(seed, 2100);
    test::Rng rng(seed);
    for (size_t i = 0; i < r.buffers.size(); ++i)
      if (rng.in(0, 99) == 0) r.buffers[i].last = rng.in(0, 1) ? r.buffers[i].first - 1 : 2200;
    for (int32_t i = 1; seed % 2 && i < 2100; i += 50)
      if (r.buffers[static_cast<size_t>(i - 1)].last == i) r.separations.push_back({i - 1, i, 0});
    const nook::Problem problem = r.problem();
    Solution s = lowest_plan(problem, {});
    EXPECT(s.feasible && verify_by_time(problem, s.plan()).ok() && sound(problem, s, seed, "lowest"));
    for (int change = 0; change < 5; ++change) {
      const size_t which = static_cast<size_t>(rng.in(0, 2099));
      s.offsets[which] = std::max(0, s.offsets[which] + 16 * rng.in(-400, 400) + rng.in(0, 1));
      const auto fast = verify_by_time(problem, s.plan()), defined = nook::verify(problem, s.plan());
      EXPECT(fast.fault == defined.fault && fast.a == defined.a && fast.b == defined.b &&
             fast.step == defined.step);
      faults += !defined.ok();
    }
  }
  EXPECT(faults > static_cast<int>(test::seeds(100)));
}

TEST(sizes_near_two_gigabytes_do_not_overflow) {
  test::RandomProblem r;
  r.buffers = {{INT32_MAX, 65536, 0, 1}, {INT32_MAX - 5, 1, 1, 2}, {0, 16, INT32_MIN, INT32_MAX}};
  const Solution none = (*find_solver("exact"))(r.problem(), {});
  EXPECT(!none.feasible && none.proved_infeasible);
  r.buffers[1].first = 2;
  Solution all = (*find_solver("exact"))(r.problem(), {});
  EXPECT(all.optimal && all.height() == INT32_MAX && sound(r.problem(), all, 0, "exact"));
  r.pools[0].capacity = 0;
  EXPECT(!(*find_solver("exact"))(r.problem(), {}).feasible);
}

TEST(constants_of_one_alignment_are_stacked_with_the_most_padded_on_top) {
  test::RandomProblem r;
  for (const int32_t size : {100, 33, 16, 40}) r.buffers.push_back({size, 16, 0, 9});
  const Solution s = lowest_plan(r.problem(), {});
  EXPECT(s.optimal);
  EXPECT_EQ(s.height(), 112 + 16 + 48 + 33);
}

TEST(a_custom_solver_can_be_registered) {
  register_solver("linear", [](const nook::Problem& problem, const Effort&) {
    Solution s;
    s.feasible = true;
    int32_t at = 0;
    for (const nook::Buffer& b : problem.buffers) {
      s.offsets.push_back(at);
      s.pools.push_back(0);
      at += b.size;
    }
    s.heights = {at};
    return s;
  });
  EXPECT(find_solver("linear") != nullptr);
  EXPECT(solver_names().back() == "linear");
  test::RandomProblem r;
  r.buffers = {{3, 1, 0, 1}, {4, 1, 2, 3}};
  EXPECT_EQ((*find_solver("linear"))(r.problem(), {}).height(), 7);
  EXPECT(find_solver("nobody") == nullptr);
}
