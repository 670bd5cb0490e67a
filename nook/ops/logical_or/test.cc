#include "nook/ops/logical_or/logical_or_op.h"
#include "tests/binary_case.h"

using namespace nook;

TEST(logical_or_bool_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<LogicalOr, LogicalOrBool, uint8_t, uint8_t>(
      DType::kBool, DType::kBool, [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a || b); });
}

TEST(logical_or_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<LogicalOr>(DType::kBool, DType::kBool, DType::kS16);
}
