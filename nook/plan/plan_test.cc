#include "nook/plan/greedy.h"
#include "nook/plan/verify.h"
#include "tests/test.h"

namespace {

constexpr int kMost = 24;

struct Case {
  nook::Buffer buffers[kMost];
  nook::Separation separations[kMost];
  int32_t offsets[kMost], order[kMost];
  size_t count = 0, separated = 0;

  nook::Problem problem(int32_t capacity = INT32_MAX) {
    nook::Problem p;
    p.buffers = {buffers, count};
    p.separations = {separations, separated};
    p.capacity = capacity;
    return p;
  }
  nook::Plan plan() { return {{offsets, count}}; }
};

// Random live ranges and sizes; if one buffer's last step is another's first, they may have a separation.
void fill(Case& c, uint32_t seed) {
  test::Rng rng(seed);
  c.count = static_cast<size_t>(rng.in(1, kMost));
  c.separated = 0;
  for (size_t i = 0; i < c.count; ++i) {
    const int32_t first = rng.in(0, 12);
    c.buffers[i] = {rng.in(0, 500), 1 << rng.in(0, 5), first, first + rng.in(0, 4)};
  }
  for (size_t i = 0; i < c.count; ++i)
    for (size_t j = 0; j < c.count && c.separated < kMost; ++j)
      if (i != j && c.buffers[i].last == c.buffers[j].first && c.buffers[i].first < c.buffers[j].first &&
          rng.in(0, 2) == 0)
        c.separations[c.separated++] = {static_cast<int32_t>(i), static_cast<int32_t>(j),
                                        rng.in(0, c.buffers[j].size)};
}

// Runs the device's planner and the one for pools and rules, which must agree.
nook::Result<int32_t> greedy(const nook::Problem& problem, nook::Plan* plan, Case& c) {
  static int32_t others[kMost];
  int32_t refused = 0;
  const nook::Code code = nook::plan_greedy(problem, plan, {c.order, c.count}, &refused);
  nook::Plan general{{others, c.count}};
  nook::order_by_size(problem.buffers, {c.order, c.count});
  const auto height = nook::place_in_order(problem, &general, {c.order, c.count}, &refused);
  EXPECT(height.code() == code);
  if (code != nook::Code::kOk) return code;
  for (size_t i = 0; i < c.count; ++i) EXPECT_EQ(plan->offsets[i], others[i]);
  plan->height = *height;
  EXPECT(nook::verify(problem, *plan).ok() && nook::verify_one_pool(problem, *plan).ok());
  return height;
}

// Runs both verifiers, which must agree.
nook::PlanFault fault_of(const nook::Problem& problem, const nook::Plan& plan) {
  const nook::PlanVerdict one = nook::verify_one_pool(problem, plan), any = nook::verify(problem, plan);
  EXPECT(one.fault == any.fault && one.a == any.a && one.b == any.b && one.step == any.step);
  return any.fault;
}

}  // namespace

TEST(greedy_plans_are_valid_and_one_byte_less_is_refused) {
  static Case c;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    fill(c, seed);
    nook::Plan plan = c.plan();
    const auto height = greedy(c.problem(), &plan, c);
    EXPECT(height);
    const nook::PlanVerdict verdict = nook::verify(c.problem(), plan);
    if (!verdict.ok()) {
      printf("seed %u: fault %d at %d, %d\n", static_cast<unsigned>(seed), static_cast<int>(verdict.fault),
             static_cast<int>(verdict.a), static_cast<int>(verdict.b));
      EXPECT(verdict.ok());
      return;
    }
    if (c.separated == 0) EXPECT(*height >= nook::busiest_step_bytes(c.problem()));
    if (*height == 0) continue;
    EXPECT(greedy(c.problem(*height), &plan, c));
    EXPECT(greedy(c.problem(*height - 1), &plan, c).code() == nook::Code::kNoMemory);
  }
}

TEST(greedy_uses_the_gap_below_a_placed_buffer) {
  static Case c;
  c.count = 4, c.separated = 0;
  c.buffers[0] = {100, 1, 0, 3};
  c.buffers[1] = {80, 1, 0, 1};  // placed above the first, up to 180
  c.buffers[2] = {70, 1, 1, 3};  // above both: [180, 250)
  c.buffers[3] = {60, 1, 2, 3};  // [100, 160): the gap that the second left
  nook::Plan plan = c.plan();
  EXPECT_EQ(*greedy(c.problem(), &plan, c), 250);
  EXPECT_EQ(c.offsets[3], 100);
}

TEST(a_separation_of_zero_lets_an_output_overwrite_its_input) {
  static Case c;
  c.count = 2, c.separated = 1;
  c.buffers[0] = {100, 4, 0, 1};
  c.buffers[1] = {100, 4, 1, 2};
  c.separations[0] = {0, 1, 0};
  nook::Plan plan = c.plan();
  EXPECT_EQ(*greedy(c.problem(), &plan, c), 100);
  c.separated = 0;
  EXPECT_EQ(*greedy(c.problem(), &plan, c), 200);
}

TEST(pinned_buffers_stay_where_they_are_and_the_rest_goes_around_them) {
  static Case c;
  c.count = 3, c.separated = 0;
  c.buffers[0] = {100, 4, 0, 1};
  c.buffers[1] = {50, 4, 0, 1};
  c.buffers[1].pinned = 64;
  c.buffers[2] = {60, 4, 0, 1};
  nook::Plan plan = c.plan();
  EXPECT_EQ(*greedy(c.problem(), &plan, c), 216);
  EXPECT_EQ(c.offsets[0], 116);
  EXPECT_EQ(c.offsets[1], 64);
  EXPECT_EQ(c.offsets[2], 0);
  c.buffers[2].pinned = 80;
  EXPECT(greedy(c.problem(), &plan, c).code() == nook::Code::kBadModel);
}

TEST(verify_names_the_fault_of_a_plan) {
  static Case c;
  c.count = 2, c.separated = 0;
  c.buffers[0] = {32, 16, 0, 1};
  c.buffers[1] = {32, 16, 1, 2};
  c.offsets[0] = 0, c.offsets[1] = 32;
  nook::Plan plan = c.plan();
  plan.height = 64;
  EXPECT(nook::verify(c.problem(), plan).ok());
  c.offsets[1] = 16;
  EXPECT(fault_of(c.problem(), plan) == nook::PlanFault::kOverlap);
  c.offsets[1] = 40;
  EXPECT(fault_of(c.problem(), plan) == nook::PlanFault::kRange);
  c.offsets[1] = -16;
  EXPECT(fault_of(c.problem(), plan) == nook::PlanFault::kRange);
  c.offsets[1] = 24;
  EXPECT(fault_of(c.problem(), plan) == nook::PlanFault::kAlignment);
  c.offsets[1] = 32;
  c.buffers[1].pinned = 48;
  EXPECT(fault_of(c.problem(), plan) == nook::PlanFault::kPin);
  EXPECT(fault_of(c.problem(63), plan) == nook::PlanFault::kRange);
}

TEST(verify_sees_the_first_and_the_last_step_that_there_is) {
  constexpr int32_t kSteps[] = {INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX - 1, INT32_MAX};
  for (const int32_t step : kSteps) {
    Case c;
    c.count = 2;
    c.buffers[0] = {8, 1, step, step}, c.buffers[1] = {8, 1, step, step};
    c.offsets[0] = 0, c.offsets[1] = 4;
    nook::Plan plan = c.plan();
    plan.height = 16;
    nook::PlanVerdict (*const checks[])(const nook::Problem&, const nook::Plan&) = {nook::verify,
                                                                                    nook::verify_one_pool};
    for (auto* check : checks) {
      c.offsets[1] = 4;
      const auto verdict = check(c.problem(), plan);
      EXPECT(verdict.fault == nook::PlanFault::kOverlap);
      EXPECT_EQ(verdict.step, step);
      c.offsets[1] = 8;
      EXPECT(check(c.problem(), plan).ok());
    }
  }
}

TEST(a_buffer_that_is_never_needed_takes_no_memory) {
  static Case c;
  c.count = 2, c.separated = 0;
  c.buffers[0] = {100, 4, 0, 3};
  c.buffers[1] = {80, 4, 2, 1};
  nook::Plan plan = c.plan();
  EXPECT_EQ(*greedy(c.problem(), &plan, c), 100);
  EXPECT(nook::verify(c.problem(), plan).ok());
}

TEST(bytes_are_free_in_the_gaps_of_a_life) {
  static Case c;
  c.count = 2, c.separated = 0;
  c.buffers[0] = {100, 4, 0, 9};
  c.buffers[1] = {80, 4, 3, 5};
  const nook::Steps gap[] = {{3, 5}};
  nook::BufferRules rules[2];
  rules[0].gaps = {gap, 1};
  nook::Problem problem = c.problem();
  problem.rules = {rules, 2};
  nook::Plan plan = c.plan();
  nook::order_by_size(problem.buffers, {c.order, c.count});
  EXPECT_EQ(*nook::place_in_order(problem, &plan, {c.order, c.count}), 100);
  EXPECT(nook::verify(problem, plan).ok());
  EXPECT_EQ(nook::busiest_step_bytes(problem), 100);
  c.buffers[1].last = 6;
  EXPECT(nook::verify(problem, plan).fault == nook::PlanFault::kOverlap);
  EXPECT_EQ(nook::verify(problem, plan).step, 6);
}

TEST(the_busiest_step_is_found_whatever_gaps_lives_have) {
  static Case c;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    fill(c, seed);
    test::Rng rng(seed + 1000);
    static nook::Steps gaps[kMost];
    static nook::BufferRules rules[kMost];
    for (size_t i = 0; i < c.count; ++i) {
      const nook::Buffer& b = c.buffers[i];
      rules[i] = {};
      if (b.last - b.first < 2 || rng.in(0, 1) == 0) continue;
      gaps[i].first = rng.in(b.first + 1, b.last - 1), gaps[i].last = rng.in(gaps[i].first, b.last - 1);
      rules[i].gaps = {&gaps[i], 1};
    }
    nook::Problem problem = c.problem();
    problem.rules = {rules, c.count};
    int64_t most = 0;
    for (int32_t step = 0; step <= 16; ++step) {
      int64_t alive = 0;
      for (size_t i = 0; i < c.count; ++i) {
        const nook::Buffer& b = c.buffers[i];
        const bool gap = !rules[i].gaps.empty() && gaps[i].first <= step && step <= gaps[i].last;
        if (b.first <= step && step <= b.last && !gap) alive += b.size;
      }
      most = alive > most ? alive : most;
    }
    EXPECT_EQ(nook::busiest_step_bytes(problem), most);
  }
}

TEST(a_buffer_of_no_bytes_fits_without_room) {
  static Case c;
  c.count = 2, c.separated = 0;
  c.buffers[0] = {0, 4, 0, 3};
  c.buffers[1] = {16, 4, 0, 3};
  nook::Plan plan = c.plan();
  EXPECT_EQ(*greedy(c.problem(16), &plan, c), 16);
  EXPECT(greedy(c.problem(15), &plan, c).code() == nook::Code::kNoMemory);
  c.buffers[1].size = 0;
  EXPECT_EQ(*greedy(c.problem(0), &plan, c), 0);
}

TEST(greedy_takes_the_first_candidate_pool_with_room) {
  static Case c;
  c.count = 3, c.separated = 0;
  c.buffers[0] = {100, 4, 0, 3};
  c.buffers[1] = {80, 4, 0, 3};
  c.buffers[2] = {40, 4, 0, 3, nook::BufferKind::kConstant};
  const nook::PlanPool pools[] = {{150, 16}, {1000, 16}, {40, 16, true}};
  const int32_t backwards[] = {1, 0};
  nook::BufferRules rules[3];
  nook::Problem problem = c.problem();
  problem.pools = {pools, 3};
  problem.rules = {rules, 3};
  int32_t pool_of[3], heights[3], refused = 0;
  nook::Plan plan{{c.offsets, 3}, 0, {pool_of, 3}, {heights, 3}};
  nook::order_by_size(problem.buffers, {c.order, 3});
  EXPECT_EQ(*nook::place_in_order(problem, &plan, {c.order, 3}), 220);
  EXPECT(pool_of[0] == 0 && pool_of[1] == 1 && pool_of[2] == 2);
  EXPECT(nook::verify(problem, plan).ok());
  rules[0].pools = {backwards, 2};
  EXPECT(nook::place_in_order(problem, &plan, {c.order, 3}) && pool_of[0] == 1 && pool_of[1] == 0);
  rules[1].pool = 2;  // accepts constants only
  EXPECT(nook::verify(problem, plan).fault == nook::PlanFault::kPool);
  EXPECT(nook::place_in_order(problem, &plan, {c.order, 3}, &refused).code() == nook::Code::kBadModel);
  EXPECT_EQ(refused, 1);
}

TEST(greedy_refuses_buffers_that_make_no_sense) {
  static Case c;
  const nook::Buffer bad[] = {{-1, 4, 0, 1}, {8, 3, 0, 1}, {8, 0, 0, 1}};
  for (const nook::Buffer& b : bad) {
    c.count = 1, c.separated = 0;
    c.buffers[0] = b;
    nook::Plan plan = c.plan();
    EXPECT(greedy(c.problem(), &plan, c).code() == nook::Code::kBadModel);
  }
}
