#include "nook/ops/logical_or/logical_or_op.h"
#include "tests/comparison_case.h"

using namespace nook;

TEST(logical_or_takes_any_byte_but_0_as_true) {
  test::is_of_truth_values<LogicalOr>([](bool a, bool b) { return a || b; });
}

TEST(logical_or_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<LogicalOr>(DType::kBool, DType::kBool, DType::kS16);
}
