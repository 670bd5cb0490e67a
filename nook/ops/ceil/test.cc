#include "nook/ops/ceil/ceil_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Ceil> kCase = {[](double x) { return ceil(x); }};

}  // namespace

TEST(ceil_f32_equals_results_computed_by_hand) {
  kCase.makes({0.5f, -0.5f, 1, 1.25f, -1.25f, 8388607.5f, -3e30f, INFINITY},
              {1, -0.0f, 1, 2, -1, 8388608, -3e30f, INFINITY});
}

TEST(ceil_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(ceil_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(ceil_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
