#pragma once
#include "nook/ops/contract/op.h"

// Checks that many operators share. Each leaves its reason in the context.
namespace nook {

// An int8 tensor with one scale, or one per channel, finite and above 0, and a zero point in int8. `operand`
// counts outputs on from kFirstOutput.
Code check_quantized_s8(const TensorInfo& t, int operand, PrepareContext& context);

// Of an operand 0 and a result of int8, each with one scale; other types: kBadType.
inline Code check_s8_to_s8(const TensorInfo& x, const TensorInfo& y, PrepareContext& context) {
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_quantized_s8(x, 0, context));
  return check_quantized_s8(y, kFirstOutput, context);
}

// The same of any quantized integers: int8, uint8, int16 or int32.
Code check_quantized(const TensorInfo& t, int operand, PrepareContext& context);

// An int16 tensor with one scale, finite and above 0, and the zero point 0.
Code check_symmetric_s16(const TensorInfo& t, int operand, PrepareContext& context);

// The first output, whose quantization the operator fixes, has the scale 2^-bits (within a thousandth) and
// this zero point.
Code check_fixed_output(const TensorInfo& y, int32_t bits, int32_t zero, PrepareContext& context);

// The first output has exactly this shape, and has elements.
Code check_output_shape(const TensorInfo& y, const Shape& expected, PrepareContext& context);

// Operand 0 and the first output have these types, and one shape; kBadType without a reason: other types.
Code check_one_shape(const NodeView& node, DType in, DType out, PrepareContext& context);

// An operator that only moves the elements of operand `operand`: it and the first output have the same type,
// of whole bytes, and have elements. kBadType without a reason: other types.
Code check_moved(const NodeView& node, PrepareContext& context, int operand = 0);

// Output i is a part of x: with its type and quantization, and the shape `part`.
Code check_part(const TensorInfo& x, const NodeView& node, size_t i, const Shape& part,
                PrepareContext& context);
// Every output is a part of operand `operand`. kBadType without a reason: the type of x has no whole bytes.
Code check_parts(const NodeView& node, int operand, const Shape& part, PrepareContext& context);

// The dimension `given` of `rank`, counted from the last if negative; kAxis at `operand`.
Result<int32_t> axis_of(int64_t given, int32_t rank, int operand, PrepareContext& context);

// Operand `operand` is a constant of `count` indices, int32 or int64.
Code check_indices(const NodeView& node, int operand, int32_t count, PrepareContext& context);
// Operand `operand` holds int32 indices; those of a constant are in [0, limit).
Code check_index_values(const TensorInfo& indices, int operand, int32_t limit, PrepareContext& context);
// Index i of a constant. Constants of a model are aligned to 4 bytes, including 64-bit ones.
int64_t index_at(const TensorInfo& t, int32_t i);

}  // namespace nook
