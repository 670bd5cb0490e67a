#include "nook/ops/neg/neg_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Neg> kCase = {[](double x) { return -x; }};

}  // namespace

TEST(neg_f32_flips_the_sign_of_zero_and_infinity_too) {
  kCase.makes({0.0f, -0.0f, 1.5f, -2.5f, INFINITY}, {-0.0f, 0.0f, -1.5f, 2.5f, -INFINITY});
}

TEST(neg_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(neg_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(neg_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
