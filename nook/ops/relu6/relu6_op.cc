#include "nook/ops/relu6/relu6_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/quantize.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(Relu6S8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/relu6/s8.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(Relu6F32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/relu6/f32.inc"
};
#undef NOOK_KERNEL

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(Relu6S16, nook_relu6_s16_ref, kRef, always, no_scratch, in_place, as_is)};

Result<nook_relu6_s8> prepare_quantized(DType type, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  Code code = check_quantized(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  // TensorFlow Lite rescales from one to the other, TensorFlow Lite Micro does not: the two disagree.
  NOOK_CHECK(context, same_quantization(x, y), Reason::kQuantization, kFirstOutput, x.zero_point,
             y.zero_point);
  const IntegerRange range = activation_range_of(Activation::kRelu6, y);
  return nook_relu6_s8{x.shape.elements(), range.min, range.max};
}

}  // namespace

Span<const Kernel> Relu6S8::kernels() { return kS8; }
Span<const Kernel> Relu6S16::kernels() { return kS16; }
Span<const Kernel> Relu6F32::kernels() { return kF32; }

Result<Relu6::Attrs> Relu6::parse(const NodeView&) { return Attrs{}; }

Result<Relu6S8::Params> Relu6S8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  return prepare_quantized(DType::kS8, node, context);
}
Result<Relu6S16::Params> Relu6S16::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  return prepare_quantized(DType::kS16, node, context);
}

Result<Relu6F32::Params> Relu6F32::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  const Code code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements()};
}

}  // namespace nook

NOOK_DEFINE_OP(Relu6, relu6)
