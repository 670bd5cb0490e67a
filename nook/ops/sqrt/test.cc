#include "nook/ops/sqrt/sqrt_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Sqrt> kCase = {[](double x) { return sqrt(x); }, 0};

}  // namespace

TEST(sqrt_f32_is_exact) {
  kCase.makes({0, -0.0f, 4, 2, 0.25f, INFINITY}, {0, -0.0f, 2, 1.41421356f, 0.5f, INFINITY});
}

TEST(sqrt_f32_of_what_is_below_zero_is_no_number) { kCase.makes_no_number_of({-1, -1e-30f}); }

TEST(sqrt_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(sqrt_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(sqrt_refuses_all_but_float) { kCase.refuses_all_but_float(); }
