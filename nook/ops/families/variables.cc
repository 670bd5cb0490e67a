#include "nook/ops/families/variables_op.h"

namespace nook {

Code check_value(const TensorInfo& value, int operand, PrepareContext& context, nook_variable* p) {
  NOOK_REQUIRE(size_of(value.type) > 0, Code::kBadType);
  NOOK_CHECK(context, value.shape.elements() > 0, Reason::kElements, operand, 1, 0);
  p->bytes = value.bytes();
  return Code::kOk;
}

}  // namespace nook
