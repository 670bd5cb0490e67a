// Several interpreters on one allocator: in an arena of any size each is either refused or correct, in any
// order of runs.
#include <stdlib.h>

#include "tests/compat/adapter.h"

using namespace compat_test;

namespace {

using Tenants = std::vector<const Net*>;

// Tries arena sizes from `from` on in steps, until some after the first that is large enough.
void expect_no_size_that_is_wrong(const Tenants& tenants, size_t from, size_t step) {
  for (const Net* net : tenants)
    if (net->name == "odd_interface") return;  // it runs in no arena: one of its outputs is an input
  for (const House house : {House::kOneArena, House::kTwoArenas}) {
    int enough = 0;
    for (size_t bytes = from; bytes < (1 << 20) && enough < 4; bytes += step)
      enough += share(tenants, house, bytes);
    EXPECT(enough > 0);
  }
}

bool everything() { return getenv("NOOK_TEST_ALL") != nullptr; }

}  // namespace

TEST(pairs_and_triples_of_small_models_share_an_arena_of_any_size) {
  const std::vector<Net>& nets = small_nets();
  const size_t n = nets.size(), step = everything() ? 16 : 48 * NOOK_SIZE_STEP;
  for (size_t i = 0; i < n; i += everything() ? 1 : NOOK_SIZE_STEP)
    for (size_t k = 1; k < (everything() ? n : 3); ++k) {
      const Net &b = nets[(i + 7 * k) % n], &c = nets[(i + 11 * k + 3) % n];
      expect_no_size_that_is_wrong({&nets[i], &b}, i % 3 * 16 + i % 16, step);
      if (i % 2 == 0) expect_no_size_that_is_wrong({&nets[i], &b, &c}, i % 3 * 16 + i % 16, step);
    }
}

TEST(pairs_and_triples_of_models_from_files_share_an_arena_of_any_size) {
  const std::vector<Net> nets = models_from_files();
  EXPECT(nets.size() >= 2);
  for (size_t i = 0; i < nets.size(); ++i)
    for (size_t k = 0; k < nets.size(); ++k) {
      if (!everything() && (i == k || (NOOK_SIZE_STEP > 1 && i + k > 2))) continue;
      const size_t step = everything() ? 16 : 2048 * NOOK_SIZE_STEP;
      expect_no_size_that_is_wrong({&nets[i], &nets[k]}, (i * nets.size() + k) * 208 % 2048, step);
      if (everything())
        expect_no_size_that_is_wrong({&nets[i], &nets[k], &nets[(i + k) % nets.size()]}, 0, 128);
    }
}

TEST(buffers_of_operators_of_the_application_are_in_no_scratch_of_another_interpreter) {
  const std::vector<Net>& nets = small_nets();
  for (size_t i = 0; i < nets.size(); ++i) {
    const size_t step = everything() ? 1 : 120 * NOOK_SIZE_STEP;
    const Net &a = nets[i], &b = nets[(i + 5) % nets.size()];
    expect_no_size_that_is_wrong({&a, &smooth()}, 37 * i % 120, step);
    expect_no_size_that_is_wrong({&smooth(), &a}, 37 * i % 120, step);
    if (i % 4 == 0) expect_no_size_that_is_wrong({&a, &smooth(), &b}, 37 * i % 120, step);
    if (i % 4 == 1) expect_no_size_that_is_wrong({&smooth(), &a, &smooth()}, 37 * i % 120, step);
  }
  expect_no_size_that_is_wrong({&smooth(), &smooth(), &smooth()}, 0, everything() ? 1 : 7 * NOOK_SIZE_STEP);
}
