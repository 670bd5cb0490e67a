#include "nook/ops/cos/cos_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Cos> kCase = {[](double x) { return cos(x); }};

}  // namespace

TEST(cos_f32_of_zero_is_one) { kCase.makes({0, -0.0f}, {1, 1}); }

TEST(cos_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(cos_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(cos_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
