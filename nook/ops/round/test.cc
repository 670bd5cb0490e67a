#include "nook/ops/round/round_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Round> kCase = {[](double x) { return rint(x); }};

}  // namespace

TEST(round_f32_of_halves_is_even) {
  kCase.makes({0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 4194304.5f, 4194305.5f},
              {0, 2, 2, 0, -2, -2, 4194304, 4194306});
}

TEST(round_f32_keeps_whole_numbers) {
  kCase.makes({-0.0f, 16777216, -3e30f, 3e9f, INFINITY, -INFINITY},
              {-0.0f, 16777216, -3e30f, 3e9f, INFINITY, -INFINITY});
}

TEST(round_f32_rounds_small_negative_numbers_to_plus_zero) {
  kCase.makes({-0.25f, 0.25f, 0.49999997f, -0.49999997f}, {0, 0, 0, 0});
}

TEST(round_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(round_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(round_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
