#include "nook/ops/relu6/relu6_op.h"

#include "nook/core/quantize.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/rescaled_relu.h"

namespace nook {
namespace {

Result<nook_relu6_s8> prepare_quantized(DType type, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  // int8 has a form that rescales.
  NOOK_REQUIRE(type != DType::kS8 || same_quantization(x, y), Code::kBadType);
  NOOK_CHECK(context, same_quantization(x, y), Reason::kQuantization, kFirstOutput, x.zero_point,
             y.zero_point);
  const IntegerRange range = activation_range_of(Activation::kRelu6, y);
  return nook_relu6_s8{x.shape.elements(), range.min, range.max};
}

}  // namespace

NOOK_FORM_KERNEL(nook_relu6_s8_ref, in_place, Relu6S8)
NOOK_FORM_KERNEL(nook_relu6_s16_ref, in_place, Relu6S16)
NOOK_FORM_KERNEL(nook_relu_s8_ref, in_place, Relu6Rescaled)
NOOK_FAMILY_KERNEL(nook_relu6_f32_ref, in_place, UnaryF32<Relu6>)

Result<Relu6S8::Params> Relu6S8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  return prepare_quantized(DType::kS8, node, context);
}
Result<Relu6S16::Params> Relu6S16::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  return prepare_quantized(DType::kS16, node, context);
}

// As TensorFlow Lite computes it; TensorFlow Lite Micro ignores that the scales differ.
Result<Relu6Rescaled::Params> Relu6Rescaled::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const auto p = prepare_relu_s8(node, context);
  NOOK_REQUIRE(p, p.code());
  nook_relu_s8 clamped = *p;
  const IntegerRange range = activation_range_of(Activation::kRelu6, node.outputs[0]);
  clamped.act_min = range.min, clamped.act_max = range.max;
  return clamped;
}

void Relu6Rescaled::fields(ParamsVisitor& f, const Params& p) { relu_s8_fields(f, p); }

void Relu6S8::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(Relu6, relu6)
