#include "nook/ops/reshape/reshape_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(ReshapeAny, __VA_ARGS__)
constexpr Kernel kAny[] = {
#include "nook/ops/reshape/any.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> ReshapeAny::kernels() { return kAny; }

Result<Reshape::Attrs> Reshape::parse(const NodeView&) { return Attrs{}; }

Result<ReshapeAny::Params> ReshapeAny::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, y.type == x.type, Reason::kType, kFirstOutput, x.type, y.type);
  const int32_t elements = x.shape.elements();
  NOOK_CHECK(context, elements > 0, Reason::kElements, 0, 1, 0);
  NOOK_CHECK(context, y.shape.elements() == elements, Reason::kElements, kFirstOutput, elements,
             y.shape.elements());
  return Params{elements * size_of(x.type)};
}

}  // namespace nook

NOOK_DEFINE_OP(Reshape, reshape)
