// Bytes in use at each step, compared with their definition on random extents.
#include "nookc/middle/lower/in_use.h"

#include <algorithm>
#include <random>
#include <vector>

#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using nookc::BytesInUse, nookc::Extent, nookc::Peak;

constexpr int kSteps = 12, kBytes = 40;

// Some are empty, and some end before they begin.
std::vector<Extent> random_extents(std::mt19937& random) {
  std::vector<Extent> all(random() % 10);
  for (Extent& e : all) {
    e.offset = random() % 30, e.size = random() % 11;
    e.first = static_cast<int32_t>(random() % kSteps);
    e.last = e.first + static_cast<int32_t>(random() % 6) - 1;
  }
  return all;
}

bool in_use(const Extent& e, int32_t step) { return e.size > 0 && e.first <= step && step <= e.last; }

// Each byte by itself.
int64_t bytes_at(const std::vector<Extent>& extents, int32_t step) {
  int64_t bytes = 0;
  for (int64_t byte = 0; byte < kBytes; ++byte)
    bytes += std::ranges::any_of(extents, [&](const Extent& e) {
      return in_use(e, step) && e.offset <= byte && byte < e.offset + e.size;
    });
  return bytes;
}

// The first step with most bytes among those at which an extent begins and the topmost byte is in use.
Peak peak(const std::vector<Extent>& extents, int32_t from) {
  int64_t height = 0;
  for (const Extent& e : extents) height = std::max(height, e.offset + e.size);
  Peak most;
  for (int32_t step = from; step < kSteps; ++step) {
    const bool begins =
        std::ranges::any_of(extents, [&](const Extent& e) { return std::max(from, e.first) == step; });
    const bool top = std::ranges::any_of(
        extents, [&](const Extent& e) { return in_use(e, step) && e.offset + e.size == height; });
    if (begins && top && bytes_at(extents, step) > most.bytes) most = {step, bytes_at(extents, step)};
  }
  return most;
}

}  // namespace

TEST(bytes_in_use_are_those_of_some_extent) {
  std::mt19937 random(1);
  for (uint32_t i = 0; i < test::quick_seeds(2000); ++i) {
    const std::vector<Extent> extents = random_extents(random);
    const BytesInUse used(extents);
    for (int32_t step = -1; step < kSteps + 6; ++step) EXPECT_EQ(used.at(step), bytes_at(extents, step));
  }
}

TEST(a_peak_is_the_fullest_step_at_which_the_topmost_byte_is_in_use) {
  std::mt19937 random(2);
  for (uint32_t i = 0; i < test::quick_seeds(2000); ++i) {
    const std::vector<Extent> extents = random_extents(random);
    const int32_t from = static_cast<int32_t>(random() % 4);
    const Peak have = nookc::peak_of(extents, from), want = peak(extents, from);
    EXPECT(have.step == want.step && have.bytes == want.bytes);
  }
}
