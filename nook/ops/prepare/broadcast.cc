#include "nook/ops/prepare/broadcast.h"

#include "nook/ops/prepare/checks.h"

namespace nook {

Result<Walk> broadcast_walk(const NodeView& node, PrepareContext& context) {
  const Shape &a = node.inputs[0].shape, &b = node.inputs[1].shape, &y = node.outputs[0].shape;
  const int32_t rank = a.rank > b.rank ? a.rank : b.rank;
  NOOK_CHECK(context, y.rank == rank, Reason::kRank, kFirstOutput, rank, y.rank);
  NOOK_CHECK(context, a.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_CHECK(context, b.elements() > 0, Reason::kElements, 1, 1, 0);
  int32_t stride[2][kMaxRank] = {};
  int32_t a_elements = 1, b_elements = 1;
  for (int i = 0; i < rank; ++i) {  // from the innermost dimension
    const int32_t in_a = a.back(i), in_b = b.back(i);
    NOOK_CHECK(context, in_a == in_b || in_a == 1 || in_b == 1, Reason::kBroadcast, 1, in_a, in_b);
    const int32_t size = in_a == 1 ? in_b : in_a;
    NOOK_CHECK(context, y.back(i) == size, Reason::kOutputShape, kFirstOutput, size, y.back(i));
    stride[0][i] = in_a == 1 ? 0 : a_elements;
    stride[1][i] = in_b == 1 ? 0 : b_elements;
    a_elements *= in_a, b_elements *= in_b;
  }
  Walk walk;
  for (int i = rank - 1; i >= 0; --i) walk.add(y.back(i), stride[0][i], stride[1][i]);
  return walk;
}

Code check_binary_s8(const NodeView& node, Activation activation, PrepareContext& context) {
  return check_binary(node, DType::kS8, activation, context);
}

Code check_binary(const NodeView& node, DType type, Activation activation, PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == type && b.type == type && y.type == type, Code::kBadType);
  NOOK_TRY(check_quantized(a, 0, context));
  NOOK_TRY(check_quantized(b, 1, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_CHECK(context, is_clamp(activation), Reason::kActivation, 0, 0, activation);
  return Code::kOk;
}

Code check_symmetric_binary_s16(const NodeView& node, Activation activation, PrepareContext& context) {
  NOOK_TRY(check_binary(node, DType::kS16, activation, context));
  NOOK_TRY(check_symmetric_s16(node.inputs[0], 0, context));
  NOOK_TRY(check_symmetric_s16(node.inputs[1], 1, context));
  return check_symmetric_s16(node.outputs[0], kFirstOutput, context);
}

Code check_binary_f32(const NodeView& node, Activation activation, PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == DType::kF32 && b.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, is_clamp(activation), Reason::kActivation, 0, 0, activation);
  return Code::kOk;
}

}  // namespace nook
