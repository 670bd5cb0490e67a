#include "nook/ops/reference/copy.h"

#include <string.h>

#include "tests/test.h"

namespace {

constexpr int32_t kMostBytes = 256;

struct Copies {
  alignas(16) uint8_t x[kMostBytes], y[kMostBytes], expected[kMostBytes];

  explicit Copies(uint32_t seed) {
    test::Rng rng(seed);
    for (uint8_t& each : x) each = static_cast<uint8_t>(rng.in(0, 255));
    memset(y, 0xA5, sizeof y), memset(expected, 0xA5, sizeof expected);
  }
  bool as_expected() const { return memcmp(y, expected, sizeof y) == 0; }
};

}  // namespace

TEST(a_run_of_any_size_is_copied_from_any_address_to_any_other) {
  for (int32_t bytes = 0; bytes <= NOOK_FEW_BYTES_OF_WORDS + 5; ++bytes)
    for (int32_t from = 0; from < 4; ++from)
      for (int32_t to = 0; to < 4; ++to) {
        Copies c(static_cast<uint32_t>(bytes));
        memcpy(c.expected + 8 + to, c.x + from, static_cast<size_t>(bytes));
        nook_copy_run(c.y + 8 + to, c.x + from, bytes);
        EXPECT(c.as_expected());
      }
}

TEST(a_run_may_be_copied_to_a_place_that_begins_before_it) {
  for (int32_t bytes = 0; bytes <= NOOK_FEW_BYTES_OF_WORDS + 5; ++bytes)
    for (int32_t ahead = 0; ahead <= bytes; ++ahead)
      for (int32_t to = 0; to < 4; ++to) {
        Copies c(static_cast<uint32_t>(bytes));
        memcpy(c.y, c.x, sizeof c.y), memcpy(c.expected, c.x, sizeof c.expected);
        memcpy(c.expected + to, c.x + to + ahead, static_cast<size_t>(bytes));
        nook_copy_run(c.y + to, c.y + to + ahead, bytes);
        EXPECT(c.as_expected());
      }
}

TEST(runs_of_any_size_are_copied_in_steps_that_need_not_keep_them_aligned) {
  test::Rng rng(1);
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    const int32_t run = rng.in(0, 3) ? rng.in(0, 2) ? 1 << rng.in(0, 5) : rng.in(1, 40) : 0;
    const int32_t count = rng.in(0, 4), from_step = run + rng.in(0, 8), to_step = run + rng.in(0, 8);
    const int32_t from = rng.in(0, 7), to = rng.in(0, 7);
    Copies c(seed);
    for (int32_t i = 0; i < count; ++i)
      memcpy(c.expected + to + i * to_step, c.x + from + i * from_step, static_cast<size_t>(run));
    nook_copy_segments(c.y + to, to_step, c.x + from, from_step, run, count);
    EXPECT(c.as_expected());
  }
}

TEST(runs_may_be_moved_together_where_they_are_and_read_backward) {
  for (int32_t run = 1; run <= 36; ++run)
    for (int32_t gap = 0; gap < 6; ++gap) {
      Copies c(static_cast<uint32_t>(run));
      memcpy(c.y, c.x, sizeof c.y), memcpy(c.expected, c.x, sizeof c.expected);
      for (int32_t i = 0; i < 5; ++i)
        memcpy(c.expected + i * run, c.x + i * (run + gap), static_cast<size_t>(run));
      nook_copy_segments(c.y, run, c.y, run + gap, run, 5);
      EXPECT(c.as_expected());

      Copies back(static_cast<uint32_t>(run));
      for (int32_t i = 0; i < 5; ++i)
        memcpy(back.expected + i * run, back.x + (4 - i) * (run + gap), static_cast<size_t>(run));
      nook_copy_segments(back.y, run, back.x + 4 * (run + gap), -(run + gap), run, 5);
      EXPECT(back.as_expected());
    }
}
