#include "nook/ops/families/binary_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Code prepare_binary_walk(const NodeView& node, DType in, DType out, PrepareContext& context,
                         nook_binary_walk* walk) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == in && b.type == in && y.type == out, Code::kBadType);
  return prepare_broadcast(node, context, walk);
}

Result<nook_binary> prepare_binary(const NodeView& node, DType in, DType out, PrepareContext& context) {
  nook_binary p{};
  NOOK_TRY(prepare_binary_walk(node, in, out, context, &p.walk));
  return p;
}

Result<nook_binary_f32> prepare_binary_act_f32(const NodeView& node, Activation activation,
                                               PrepareContext& context) {
  nook_binary_f32 p{};
  NOOK_TRY(check_binary_f32(node, activation, context));
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const RangeF32 range = activation_range_f32(activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<nook_binary_s32> prepare_binary_act_s32(const NodeView& node, Activation activation,
                                               PrepareContext& context) {
  nook_binary_s32 p{};
  NOOK_TRY(prepare_binary_walk(node, DType::kS32, DType::kS32, context, &p.walk));
  NOOK_CHECK(context, is_clamp(activation), Reason::kActivation, 0, 0, activation);
  p.act_min = INT32_MIN, p.act_max = INT32_MAX;
  if (activation == Activation::kRelu || activation == Activation::kRelu6) p.act_min = 0;
  if (activation == Activation::kRelu6) p.act_max = 6;
  if (activation == Activation::kReluN1To1) p.act_min = -1, p.act_max = 1;
  return p;
}

Result<nook_binary_sum> prepare_binary_sum(const NodeView& node, Activation activation,
                                           SumScales (*scales_of)(const NodeView&, int32_t left_shift),
                                           PrepareContext& context) {
  constexpr int32_t kLeftShift = 15;  // the shift for which differences of int16 leave room
  NOOK_TRY(check_binary(node, DType::kS16, activation, context));
  nook_binary_sum p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const SumScales real = scales_of(node, kLeftShift);
  NOOK_TRY(check_sum_scales(real, context));
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  p.scales = {kLeftShift,   a.zero_point,       real.a->multiplier, real.a->shift,
              b.zero_point, real.b->multiplier, real.b->shift};
  p.y_zero = y.zero_point, p.multiplier = real.y->multiplier, p.shift = real.y->shift;
  const IntegerRange range = activation_range_of(activation, y);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

}  // namespace nook
