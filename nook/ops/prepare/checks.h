#pragma once
#include "nook/ops/contract/op.h"

// Checks that many operators share. Each records its reason in the context.
namespace nook {

// Checks an int8 tensor: one scale, or one per channel, finite and above 0, and a zero point in int8.
// `operand`: the index; outputs are numbered from kFirstOutput.
Code check_quantized_s8(const TensorInfo& t, int operand, PrepareContext& context);

// Checks operand 0 and the result: int8, each with one scale; other types: kBadType.
inline Code check_s8_to_s8(const TensorInfo& x, const TensorInfo& y, PrepareContext& context) {
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_quantized_s8(x, 0, context));
  return check_quantized_s8(y, kFirstOutput, context);
}

// Likewise for all quantized integers: int8, uint8, int16 or int32.
Code check_quantized(const TensorInfo& t, int operand, PrepareContext& context);

// Checks an int16 tensor: one scale, finite and above 0, and the zero point 0.
Code check_symmetric_s16(const TensorInfo& t, int operand, PrepareContext& context);

// Checks the first output, whose quantization the operator fixes: the scale 2^-bits (within a thousandth) and
// this zero point.
Code check_fixed_output(const TensorInfo& y, int32_t bits, int32_t zero, PrepareContext& context);

// Checks that the first output has exactly this shape, and has elements.
Code check_output_shape(const TensorInfo& y, const Shape& expected, PrepareContext& context);

// Checks that operand 0 and the first output have these types and the same shape; kBadType without a reason:
// other types.
Code check_one_shape(const NodeView& node, DType in, DType out, PrepareContext& context);
// Likewise for int16, each with one scale and the zero point 0.
Code check_s16_to_s16(const NodeView& node, PrepareContext& context);

// For an operator that only moves the elements of operand `operand`: checks that it and the first output have
// the same type, of whole bytes, and have elements. kBadType without a reason: other types.
Code check_moved(const NodeView& node, PrepareContext& context, int operand = 0);

// Checks that output i is a part of x: the same type and quantization, and the shape `part`.
Code check_part(const TensorInfo& x, const NodeView& node, size_t i, const Shape& part,
                PrepareContext& context);
// Checks that every output is a part of operand `operand`. kBadType without a reason: the type of x does not
// have whole bytes.
Code check_parts(const NodeView& node, int operand, const Shape& part, PrepareContext& context);

// The dimension `given` of `rank`, counted from the last if negative; kAxis at `operand`.
Result<int32_t> axis_of(int64_t given, int32_t rank, int operand, PrepareContext& context);

// Checks that operand `operand` is a constant of `count` indices, int32 or int64.
Code check_indices(const NodeView& node, int operand, int32_t count, PrepareContext& context);
// Checks that operand `operand` holds int32 indices and, if it is constant, that they are in [0, limit).
Code check_index_values(const TensorInfo& indices, int operand, int32_t limit, PrepareContext& context);
// Index i of a constant. Constants of a model, including 64-bit ones, are aligned to 4 bytes.
int64_t index_at(const TensorInfo& t, int32_t i);

}  // namespace nook
