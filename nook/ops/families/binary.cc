#include "nook/ops/families/binary_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {

Code prepare_binary_walk(const NodeView& node, DType in, DType out, PrepareContext& context,
                         nook_binary_walk* walk) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == in && b.type == in && y.type == out, Code::kBadType);
  return prepare_broadcast(node, context, walk);
}

Result<nook_binary> prepare_binary(const NodeView& node, DType in, DType out, PrepareContext& context) {
  nook_binary p{};
  const Code code = prepare_binary_walk(node, in, out, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  return p;
}

Result<nook_binary_f32> prepare_binary_act_f32(const NodeView& node, Activation activation,
                                               PrepareContext& context) {
  nook_binary_f32 p{};
  Code code = check_binary_f32(node, activation, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = prepare_broadcast(node, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  const RangeF32 range = activation_range_f32(activation);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<nook_binary_s32> prepare_binary_act_s32(const NodeView& node, Activation activation,
                                               PrepareContext& context) {
  nook_binary_s32 p{};
  const Code code = prepare_binary_walk(node, DType::kS32, DType::kS32, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  NOOK_CHECK(context, is_clamp(activation), Reason::kActivation, 0, 0, activation);
  p.act_min = INT32_MIN, p.act_max = INT32_MAX;
  if (activation == Activation::kRelu || activation == Activation::kRelu6) p.act_min = 0;
  if (activation == Activation::kRelu6) p.act_max = 6;
  if (activation == Activation::kReluN1To1) p.act_min = -1, p.act_max = 1;
  return p;
}

Result<nook_binary_compare> prepare_binary_compare(const NodeView& node, PrepareContext& context) {
  constexpr int32_t kLeftShift = 8;
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1];
  NOOK_REQUIRE(a.type == DType::kS8 && b.type == DType::kS8 && node.outputs[0].type == DType::kBool,
               Code::kBadType);
  Code code = check_quantized_s8(a, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized_s8(b, 1, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const auto a_scale = fixed_ratio(a.scale(), 1, 1), b_scale = fixed_ratio(b.scale(), 1, 1);
  NOOK_CHECK(context, a_scale && a_scale->shift <= 0, Reason::kScaleValue, 0, 0, 0);
  NOOK_CHECK(context, b_scale && b_scale->shift <= 0, Reason::kScaleValue, 1, 0, 0);
  nook_binary_compare p{};
  code = prepare_broadcast(node, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  p.scales = {kLeftShift,   a.zero_point,        a_scale->multiplier, a_scale->shift,
              b.zero_point, b_scale->multiplier, b_scale->shift};
  return p;
}

}  // namespace nook
