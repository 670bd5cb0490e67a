#include "nook/ops/moving_average/moving_average_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(MovingAverageF32, nook_moving_average_f32_ref, kRef, always,
                                                no_scratch, disjoint, as_is)};

}  // namespace

Span<const KernelEntry> MovingAverageF32::kernels() { return kF32; }

Result<MovingAverageF32::Params> MovingAverageF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  const int32_t size = x.shape.back(0);
  NOOK_CHECK(context, attrs.window >= 1 && attrs.window <= size, Reason::kAttribute, 0, size, attrs.window);
  return Params{x.shape.elements() / size, size, attrs.window};
}

void MovingAverageF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("size", p.size), f.value("window", p.window);
}

}  // namespace nook

NOOK_DEFINE_OP(MovingAverage, moving_average)
