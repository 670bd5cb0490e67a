#include "nook/ops/relu/relu_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(ReluS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/relu/s8.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(ReluF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/relu/f32.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> ReluS8::kernels() { return kS8; }
Span<const Kernel> ReluF32::kernels() { return kF32; }

Result<Relu::Attrs> Relu::parse(const NodeView&) { return Attrs{}; }

Result<ReluS8::Params> ReluS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized_s8(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{};
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  p.size = x.shape.elements();
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  p.act_min = y.zero_point, p.act_max = 127;
  return p;
}

Result<nook_slopes_s16> Relu::slopes(const Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  Code code = check_symmetric_s16(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_symmetric_s16(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfSlopes, Reason::kScaleValue, kFirstOutput, 0, 0);
  return nook_slopes_s16{0, scale->multiplier, scale->shift, 0, 0};
}

Result<ReluF32::Params> ReluF32::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  const Code code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements()};
}

}  // namespace nook

NOOK_DEFINE_OP(Relu, relu)
