#include "nook/ops/families/one_operand.h"
#include "nook/ops/families/renaming_op.h"

namespace nook {

// The operand that is moved is the first one in each operator.
Span<const KernelEntry> renaming_kernels() {
  NOOK_ONE_KERNEL(OneOperandForm<nook_reshape>, nook_reshape_ref, in_place);
}

Result<nook_reshape> prepare_renaming(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, y.type == x.type, Reason::kType, kFirstOutput, x.type, y.type);
  const int32_t elements = x.shape.elements();
  NOOK_CHECK(context, elements > 0, Reason::kElements, 0, 1, 0);
  NOOK_CHECK(context, y.shape.elements() == elements, Reason::kElements, kFirstOutput, elements,
             y.shape.elements());
  return nook_reshape{elements * size_of(x.type)};
}

Code check_only_ones_differ(const NodeView& node, PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  int from = 0;
  for (int d = 0; d < y.rank; ++d) {
    if (y.dim[d] == 1) continue;
    while (from < x.rank && x.dim[from] == 1) ++from;
    const int32_t size = from < x.rank ? x.dim[from++] : 1;
    NOOK_CHECK(context, y.dim[d] == size, Reason::kOutputShape, kFirstOutput, size, y.dim[d]);
  }
  return Code::kOk;
}

}  // namespace nook
