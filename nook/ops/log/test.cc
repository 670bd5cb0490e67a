#include "nook/ops/log/log_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Log> kCase = {[](double x) { return log(x); }, 1e-30};

}  // namespace

TEST(log_f32_of_zero_and_infinity_is_infinity) { kCase.makes({1, 0, INFINITY}, {0, -INFINITY, INFINITY}); }

TEST(log_f32_of_what_is_below_zero_is_no_number) { kCase.makes_no_number_of({-1, -1e-30f}); }

TEST(log_f32_is_the_function) { kCase.is_the_function_in_float(); }

TEST(log_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(log_refuses_all_but_float) { kCase.refuses_all_but_float(); }
