#include "nook/ops/minimum/minimum_op.h"
#include "tests/extremum_case.h"

using namespace nook;

TEST(minimum_equals_the_definition_in_all_types) {
  test::is_an_extremum<Minimum>([](auto a, auto b) { return a < b ? a : b; });
}

TEST(minimum_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<Minimum>(DType::kF32, DType::kF32, DType::kBool);
}
