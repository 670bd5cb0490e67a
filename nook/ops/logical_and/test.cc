#include "nook/ops/logical_and/logical_and_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(logical_and_takes_any_byte_but_0_as_true) {
  test::is_of_truth_values<LogicalAnd>([](bool a, bool b) { return a && b; });
}

TEST(logical_and_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<LogicalAnd>(DType::kBool, DType::kBool, DType::kS16);
}
