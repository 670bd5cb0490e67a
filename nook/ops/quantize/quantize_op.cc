#include "nook/ops/quantize/quantize_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(QuantizeF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/quantize/f32.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(QuantizeS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/quantize/s8.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> QuantizeF32::kernels() { return kF32; }
Span<const Kernel> QuantizeS8::kernels() { return kS8; }

Result<Quantize::Attrs> Quantize::parse(const NodeView&) { return Attrs{}; }

Result<QuantizeF32::Params> QuantizeF32::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kS8, Code::kBadType);
  Code code = check_quantized_s8(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements(), y.zero_point, y.scale()};
}

Result<QuantizeS8::Params> QuantizeS8::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized_s8(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const auto scale = fixed_ratio(x.scale(), 1.0f, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  return Params{x.shape.elements(), x.zero_point, y.zero_point, scale->multiplier, scale->shift};
}

}  // namespace nook

NOOK_DEFINE_OP(Quantize, quantize)
