#include "nook/ops/prepare/checks.h"

#include <float.h>
#include <string.h>

#include "nook/core/quantize.h"

namespace nook {
namespace {

// Constants that were weights have one scale per channel, even if all are equal.
bool has_one_scale(const TensorInfo& t) {
  for (size_t i = 1; i < t.scales.size(); ++i)
    if (!(t.scales[i] == t.scale())) return false;
  return !t.scales.empty();
}

}  // namespace

Code check_quantized_s8(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_REQUIRE(t.type == DType::kS8, Code::kBadType);
  return check_quantized(t, operand, context);
}

Code check_quantized(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_CHECK(context, has_one_scale(t), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() > 0 && t.scale() <= FLT_MAX, Reason::kScaleValue, operand, 0, 0);
  const IntegerRange type = range_of(t.type);
  const int32_t nearest = t.zero_point < type.min ? type.min : type.max;
  NOOK_CHECK(context, t.zero_point >= type.min && t.zero_point <= type.max, Reason::kZeroPoint, operand,
             nearest, t.zero_point);
  return Code::kOk;
}

Code check_symmetric_s16(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_REQUIRE(t.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_quantized(t, operand, context));
  NOOK_CHECK(context, t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return Code::kOk;
}

Code check_fixed_output(const TensorInfo& y, int32_t bits, int32_t zero, PrepareContext& context) {
  const float ratio = y.scale() * static_cast<float>(1 << bits);
  NOOK_CHECK(context, ratio > 0.999f && ratio < 1.001f, Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_CHECK(context, y.zero_point == zero, Reason::kZeroPoint, kFirstOutput, zero, y.zero_point);
  return Code::kOk;
}

Code check_output_shape(const TensorInfo& y, const Shape& expected, PrepareContext& context) {
  NOOK_CHECK(context, y.shape.rank == expected.rank, Reason::kRank, kFirstOutput, expected.rank,
             y.shape.rank);
  for (int d = 0; d < expected.rank; ++d)
    NOOK_CHECK(context, y.shape.dim[d] == expected.dim[d], Reason::kOutputShape, kFirstOutput,
               expected.dim[d], y.shape.dim[d]);
  NOOK_CHECK(context, y.shape.elements() > 0, Reason::kElements, kFirstOutput, 1, 0);
  return Code::kOk;
}

Code check_one_shape(const NodeView& node, DType in, DType out, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == in && y.type == out, Code::kBadType);
  return check_output_shape(y, x.shape, context);
}

Code check_s16_to_s16(const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_one_shape(node, DType::kS16, DType::kS16, context));
  NOOK_TRY(check_symmetric_s16(node.inputs[0], 0, context));
  return check_symmetric_s16(node.outputs[0], kFirstOutput, context);
}

Code check_moved(const NodeView& node, PrepareContext& context, int operand) {
  const TensorInfo &x = node.inputs[static_cast<size_t>(operand)], &y = node.outputs[0];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, y.type == x.type, Reason::kType, kFirstOutput, x.type, y.type);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, operand, 1, 0);
  NOOK_CHECK(context, y.shape.elements() > 0, Reason::kElements, kFirstOutput, 1, 0);
  return Code::kOk;
}

Code check_part(const TensorInfo& x, const NodeView& node, size_t i, const Shape& part,
                PrepareContext& context) {
  const TensorInfo& y = node.outputs[i];
  const int at = kFirstOutput + static_cast<int>(i < kFirstOutput ? i : kFirstOutput - 1);
  NOOK_CHECK(context, y.type == x.type, Reason::kType, at, x.type, y.type);
  NOOK_CHECK(context, y.shape.rank == part.rank, Reason::kRank, at, part.rank, y.shape.rank);
  for (int d = 0; d < part.rank; ++d)
    NOOK_CHECK(context, y.shape.dim[d] == part.dim[d], Reason::kOutputShape, at, part.dim[d], y.shape.dim[d]);
  const bool alike = x.type != DType::kS8 || same_quantization(x, y);
  NOOK_CHECK(context, alike, Reason::kQuantization, at, x.zero_point, y.zero_point);
  return Code::kOk;
}

Code check_parts(const NodeView& node, int operand, const Shape& part, PrepareContext& context) {
  const TensorInfo& x = node.inputs[static_cast<size_t>(operand)];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, operand, 1, 0);
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    NOOK_TRY(check_part(x, node, i, part, context));
  }
  return Code::kOk;
}

Result<int32_t> axis_of(int64_t given, int32_t rank, int operand, PrepareContext& context) {
  const int64_t axis = given < 0 ? given + rank : given;
  NOOK_CHECK(context, axis >= 0 && axis < rank, Reason::kAxis, operand, rank, given);
  return static_cast<int32_t>(axis);
}

Code check_indices(const NodeView& node, int operand, int32_t count, PrepareContext& context) {
  const TensorInfo& t = node.inputs[static_cast<size_t>(operand)];
  const bool index = t.type == DType::kS32 || t.type == DType::kS64;
  NOOK_CHECK(context, index, Reason::kType, operand, DType::kS32, t.type);
  NOOK_CHECK(context, t.data, Reason::kNotConstant, operand, 1, 0);
  NOOK_CHECK(context, t.shape.elements() == count, Reason::kElements, operand, count, t.shape.elements());
  return Code::kOk;
}

Code check_index_values(const TensorInfo& indices, int operand, int32_t limit, PrepareContext& context) {
  const bool index = indices.type == DType::kS32 || indices.type == DType::kS64;
  NOOK_CHECK(context, index, Reason::kType, operand, DType::kS32, indices.type);
  const int32_t count = indices.data ? indices.shape.elements() : 0;
  for (int32_t i = 0; i < count; ++i) {
    const int64_t at = index_at(indices, i);
    NOOK_CHECK(context, at >= 0 && at < limit, Reason::kAxis, operand, limit - 1, at);
  }
  return Code::kOk;
}

int64_t index_at(const TensorInfo& t, int32_t i) {
  int32_t narrow = 0;
  int64_t wide = 0;
  const char* at = static_cast<const char*>(t.data) + i * size_of(t.type);
  if (t.type == DType::kS64) {
    memcpy(&wide, at, sizeof wide);
    return wide;
  }
  memcpy(&narrow, at, sizeof narrow);
  return narrow;
}

}  // namespace nook
