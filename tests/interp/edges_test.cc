// Both sides of every limit on counts, and sums over several models.
#include "nook/interp/layout.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "tests/interp/bench.h"

using namespace nook;

TEST(the_needs_of_several_models_are_the_maximum_or_the_sum) {
  test::Rng rng(5);
  for (int trial = 0; trial < 200; ++trial) {
    nook_memory_requirements each[4] = {}, all = {};
    const size_t count = static_cast<size_t>(rng.in(0, 4));
    size_t scratch = 0, working = 0, state = 0, constants = 0, persistent = 0, alignment = 0;
    for (size_t i = 0; i < count; ++i) {
      nook_memory_requirements& one = each[i];
      const auto bytes = [&] { return static_cast<size_t>(rng.in(0, 99)); };
      one.scratch = {bytes(), 16}, one.working = {bytes(), 16}, one.constants = {bytes() * 64, 64};
      one.persistent = {bytes(), size_t{1} << rng.in(0, 4)}, one.state_bytes = bytes();
      scratch = one.scratch.bytes > scratch ? one.scratch.bytes : scratch;
      working = one.working.bytes > working ? one.working.bytes : working;
      state += one.state_bytes, constants += one.constants.bytes;
      while (persistent % one.persistent.alignment) ++persistent;
      persistent += one.persistent.bytes;
      alignment = one.persistent.alignment > alignment ? one.persistent.alignment : alignment;
    }
    nook_shared_requirements(each, count, &all);
    EXPECT_EQ(all.scratch.bytes, scratch);
    EXPECT_EQ(all.working.bytes, working);
    EXPECT_EQ(all.persistent.bytes, persistent);
    EXPECT_EQ(all.persistent.alignment, alignment);
    EXPECT_EQ(all.constants.bytes, constants);
    EXPECT_EQ(all.state_bytes, state);
  }
}

TEST(an_option_has_a_bit_for_the_first_thirty_two_tensors_and_none_for_others) {
  for (uint32_t bit = 0; bit < 32; ++bit)
    for (uint32_t i = 0; i < 70; ++i) {
      EXPECT_EQ(interp::in_scratch(1u << bit, i), i == bit);
      EXPECT_EQ(interp::in_scratch(~(1u << bit), i), i < 32 && i != bit);
    }
}

// Rows of a TRANSPOSE_CONV whose window numbers need 31 bits, and more than 31 bits.
TEST(windows_of_rows_have_no_ratio_if_their_numbers_overflow) {
  const int32_t lacks[] = {0, 1, 2, 1000};
  for (const int32_t lack : lacks) {
    nook_transpose_conv_shape s{};
    s.pad_top = 3, s.stride_h = 2, s.filter_h = 4, s.out_h = INT32_MAX - 5 + 1 - lack;
    const WindowRows rows = detail::transpose_conv_rows(s);
    const bool fits = lack > 0;
    EXPECT_EQ(rows.ratio, fits ? 2 : 0);
    EXPECT_EQ(rows.reach, fits ? 5 : 1);
  }
}
