#include "nook/ops/square/square_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Square> kCase = {[](double x) { return x * x; }};

}  // namespace

TEST(square_f32_of_large_numbers_is_infinity) {
  kCase.makes({-1.5f, 3, -0.0f, 1e30f, -INFINITY}, {2.25f, 9, 0, INFINITY, INFINITY});
}

TEST(square_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(square_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(square_refuses_all_but_float) { kCase.refuses_all_but_float(); }
