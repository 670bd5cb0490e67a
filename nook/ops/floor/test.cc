#include "nook/ops/floor/floor_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryF32Of<Floor> kCase = {[](double x) { return floor(x); }};

}  // namespace

TEST(floor_f32_equals_results_computed_by_hand) {
  kCase.makes({0.5f, -0.5f, -0.0f, 1.25f, -1.25f, 8388607.5f, -3e30f, INFINITY},
              {0, -1, -0.0f, 1, -2, 8388607, -3e30f, INFINITY});
}

TEST(floor_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(floor_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(floor_refuses_other_types_than_float) { kCase.refuses_all_but_float(); }
