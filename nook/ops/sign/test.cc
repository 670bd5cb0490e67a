#include "nook/ops/sign/sign_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Sign> kCase = {[](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }};

}  // namespace

TEST(sign_f32_of_infinity_and_of_zero) {
  kCase.makes({-1e-30f, 3, -0.0f, 0, -INFINITY, INFINITY}, {-1, 1, -0.0f, 0, -1, 1});
}

TEST(sign_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(sign_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
