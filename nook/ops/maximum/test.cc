#include "nook/ops/maximum/maximum_op.h"
#include "tests/extremum_case.h"

using namespace nook;

TEST(maximum_equals_the_definition_in_all_types) {
  test::is_an_extremum<Maximum>([](auto a, auto b) { return a > b ? a : b; });
}

TEST(maximum_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Maximum>(DType::kF32, DType::kF32, DType::kBool);
}
