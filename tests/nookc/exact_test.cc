// The lowest plan: never above the greedy one, equal to what trying everything finds, and proved.
#include "nookc/plan/exact.h"

#include <vector>

#include "nook/plan/greedy.h"
#include "nook/plan/verify.h"
#include "tests/test.h"

using namespace nookc;

namespace {

struct Case {
  std::vector<nook::Buffer> buffers;
  std::vector<nook::Separation> separations;
  std::vector<int32_t> offsets;

  nook::Problem problem() const {
    nook::Problem p;
    p.buffers = {buffers.data(), buffers.size()};
    p.separations = {separations.data(), separations.size()};
    return p;
  }

  // Plans greedily, then lowers the plan; the heights of both.
  std::pair<int32_t, int32_t> plan(Searched* searched, int64_t most_visits) {
    offsets.assign(buffers.size(), 0);
    std::vector<int32_t> order(buffers.size());
    nook::Plan p{{offsets.data(), offsets.size()}, 0};
    const auto greedy = nook::plan_greedy(problem(), &p, {order.data(), order.size()});
    EXPECT(greedy);
    *searched = search_lower(problem(), &p, most_visits);
    EXPECT(nook::verify(problem(), p).ok());
    return {*greedy, p.height};
  }
};

Case random_case(uint32_t seed, int32_t most, int32_t most_size, int32_t steps) {
  test::Rng rng(seed);
  Case c;
  const int32_t count = rng.in(1, most);
  for (int32_t i = 0; i < count; ++i) {
    const int32_t first = rng.in(0, steps);
    c.buffers.push_back({rng.in(0, most_size), 1 << rng.in(0, 1), first, first + rng.in(0, 3)});
  }
  for (int32_t i = 0; i < count; ++i)
    for (int32_t j = 0; j < count; ++j) {
      const nook::Buffer &a = c.buffers[static_cast<size_t>(i)], &b = c.buffers[static_cast<size_t>(j)];
      if (i != j && a.last == b.first && a.first < b.first && rng.in(0, 1) == 0)
        c.separations.push_back({i, j, rng.in(0, b.size)});
    }
  return c;
}

// Whether the buffers from `next` on have places below `height`, by trying every offset.
bool any_plan(Case& c, size_t next, int32_t height) {
  nook::Plan plan{{c.offsets.data(), c.offsets.size()}, height};
  if (next == c.buffers.size()) return nook::verify(c.problem(), plan).ok();
  for (int32_t at = 0; at + c.buffers[next].size <= height; at += c.buffers[next].alignment) {
    c.offsets[next] = at;
    if (any_plan(c, next + 1, height)) return true;
  }
  return false;
}

}  // namespace

TEST(nine_buffers_that_greedy_places_in_1012_bytes_need_826) {
  Case c;
  c.buffers = {{400, 1, 1, 4}, {401, 1, 1, 1}, {10, 1, 1, 2},  {201, 1, 2, 4}, {11, 1, 2, 3},
               {202, 1, 3, 3}, {12, 1, 3, 4},  {200, 1, 4, 4}, {13, 1, 4, 4}};
  Searched searched;
  const auto [greedy, lowest] = c.plan(&searched, 10000000);
  EXPECT_EQ(greedy, 1012);
  EXPECT_EQ(lowest, 826);
  EXPECT(searched.optimal && searched.lower_bound == 826);
}

TEST(the_search_finds_what_trying_every_plan_finds) {
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Case c = random_case(seed, 5, 5, 4);
    Searched searched;
    const int32_t lowest = c.plan(&searched, 10000000).second;
    EXPECT(searched.optimal);
    const bool lower = lowest > 0 && any_plan(c, 0, lowest - 1);
    EXPECT(!lower);
    if (lower) printf("seed %u: a plan below %d bytes exists\n", seed, lowest);
  }
}

TEST(the_search_never_leaves_a_plan_above_the_one_it_was_given) {
  int lowered = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    Case c = random_case(seed, 30, 500, 12);
    Searched searched;
    const auto [greedy, lowest] = c.plan(&searched, 200000);
    EXPECT(lowest <= greedy && lowest >= searched.lower_bound);
    EXPECT(searched.visits <= 200000 + 1000);
    EXPECT(!searched.optimal || searched.lower_bound == lowest);
    lowered += lowest < greedy;
  }
  EXPECT(lowered > 20);
}

TEST(the_search_leaves_pinned_buffers_where_they_are) {
  Case c;
  c.buffers = {{8, 1, 0, 1}, {4, 1, 0, 1}};
  c.buffers[0].pinned = 16;
  Searched searched;
  EXPECT_EQ(c.plan(&searched, 1000).second, 24);
  EXPECT_EQ(c.offsets[0], 16);
}
