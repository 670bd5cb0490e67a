#include "nook/ops/sin/sin_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Sin> kCase = {[](double x) { return sin(x); }};

}  // namespace

TEST(sin_f32_of_zero_is_zero) { kCase.makes({0, -0.0f}, {0, -0.0f}); }

TEST(sin_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(sin_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(sin_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
