#include "nook/ops/l2_normalization/l2_normalization_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kMostSquares = INT32_MAX / (255 * 255);

Code check_shape(const L2Normalization::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, attrs.fused_activation == Activation::kNone, Reason::kActivation, 0, 0,
             attrs.fused_activation);
  NOOK_CHECK(context, x.rank > 0, Reason::kRank, 0, 1, 0);
  return check_output_shape(node.outputs[0], x, context);
}

// int8 or uint8, whose number for 0 is `zero`.
Result<nook_l2_normalization_s8> prepare_bytes(const L2Normalization::Attrs& attrs, int32_t zero,
                                               const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_fixed_output(node.outputs[0], 7, zero, context));
  NOOK_TRY(check_shape(attrs, node, context));
  const TensorInfo& x = node.inputs[0];
  const int32_t depth = x.shape.back(0);
  NOOK_CHECK(context, depth <= kMostSquares, Reason::kChannels, 0, kMostSquares, depth);
  return nook_l2_normalization_s8{x.shape.elements() / depth, depth, x.zero_point};
}

}  // namespace

NOOK_FORM_KERNEL(nook_l2_normalization_s8_ref, in_place, L2NormalizationS8)
NOOK_FORM_KERNEL(nook_l2_normalization_u8_ref, in_place, L2NormalizationU8)
NOOK_FORM_KERNEL(nook_l2_normalization_f32_ref, in_place, L2NormalizationF32)

Result<L2Normalization::Attrs> L2Normalization::parse(const NodeView& node) {
  return Attrs{static_cast<Activation>(node.options[fields::L2NormOptions::fused_activation_function])};
}

Result<L2NormalizationS8::Params> L2NormalizationS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  NOOK_TRY(check_s8_to_s8(node.inputs[0], node.outputs[0], context));
  return prepare_bytes(attrs, 0, node, context);
}

Result<L2NormalizationU8::Params> L2NormalizationU8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kU8 && y.type == DType::kU8, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  return prepare_bytes(attrs, 128, node, context);
}

Result<L2NormalizationF32::Params> L2NormalizationF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_shape(attrs, node, context));
  return Params{x.shape.elements() / x.shape.back(0), x.shape.back(0)};
}

void L2NormalizationS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth), f.value("in_zero", p.in_zero);
}

void L2NormalizationU8::fields(ParamsVisitor& f, const Params& p) { L2NormalizationS8::fields(f, p); }

void L2NormalizationF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth);
}

}  // namespace nook

NOOK_DEFINE_OP(L2Normalization, l2_normalization)
