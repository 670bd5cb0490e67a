// Models with branches and loops of growing size, around and above the 8 KiB of working memory that fit on
// the stack: the adapter's query and its constructors accept them all, and the query's sizes are enough.
#include "tests/compat/enough.h"

using namespace compat_test;

namespace {

constexpr bool kSanitized = NOOK_SIZE_STEP > 1;  // ten times slower

// Every size around the limit of the stack, and a few far above it.
std::vector<int> sizes() {
  std::vector<int> all;
  for (int operators = 4; operators <= 90; operators += kSanitized ? 13 : 2) all.push_back(operators);
  for (const int operators : {200, 500, 2000})
    if (!kSanitized || operators < 500) all.push_back(operators);
  return all;
}

template <class Each>
void for_each_model(const Each& each) {
  uint32_t seed = 1;
  for (const int operators : sizes())
    for (const int depth : {1, 3}) each(flows_of({operators, depth, false, ++seed}), true);
  for (const int depth : {1, 20, 47, 48, 49, 200})
    if (depth < 100 || !kSanitized) each(nest_of(depth), depth <= 48);
  for (const int operators : {30, 80, 300}) each(flows_of({operators, 3, true, ++seed}), false);
}

}  // namespace

TEST(sizes_of_models_with_branches_and_loops_match_the_plan) {
  for_each_model([](const Net& net, bool exact) { expect_enough(net, exact); });
}

TEST(models_with_branches_and_loops_of_any_size_run_in_four_buffers) {
  for_each_model([](const Net& net, bool) { expect_runs_in_four_buffers(net); });
}

TEST(an_arena_of_the_reported_size_suffices_and_a_smaller_one_is_refused_with_the_need) {
  static World world;
  uint32_t seed = 100;
  for (const int operators : {10, 40, 60, 80, 120}) {
    const Net net = flows_of({operators, 2, false, ++seed});
    std::vector<Lent> lent = {{nullptr, size_t{1} << 20}};
    world.lay(lent);
    const Outcome most = attempt(net, Way::kArena, lent);
    EXPECT(most.accepted && most.right && most.used > 64);
    // The construction works in the free part of the arena, which models above 8 KiB make larger.
    size_t fits = 0;
    for (size_t bytes = most.used - 40; bytes < most.used + 40000 && !fits; bytes += fits ? 1 : 7) {
      lent = {{nullptr, bytes}};
      world.lay(lent);
      const Outcome got = attempt(net, Way::kArena, lent);
      EXPECT(world.whole(lent) && (!got.accepted || got.right));
      if (!got.accepted) EXPECT(got.fault.need > got.fault.have);
      if (got.accepted) fits = bytes;
    }
    EXPECT(fits >= most.used);
    for (size_t bytes = fits - 20; bytes < fits + 20; ++bytes) {  // no size above is refused
      lent = {{nullptr, bytes}};
      world.lay(lent);
      const Outcome got = attempt(net, Way::kArena, lent);
      EXPECT(world.whole(lent) && (got.accepted ? got.right : bytes < fits));
    }
  }
}

TEST(a_model_whose_subgraphs_run_each_other_is_refused_by_the_query) {
  for (const int operators : {1, 100}) {
    const Net net = loop_in_a_circle(operators);
    EXPECT(!query(net).accepted);
  }
}
