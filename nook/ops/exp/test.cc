#include "nook/ops/exp/exp_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Exp> kCase = {[](double x) { return exp(x); }};

}  // namespace

TEST(exp_f32_of_what_is_far_out_is_zero_or_infinity) {
  kCase.makes({0, 1000, -1000, INFINITY, -INFINITY}, {1, INFINITY, 0, INFINITY, 0});
}

TEST(exp_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(exp_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(exp_refuses_all_but_float) { kCase.refuses_all_but_float(); }
