#pragma once
#include "nook/ops/op.h"

// Checks that many operators make alike. Each leaves its reason in the context.
namespace nook {

// An int8 tensor with one scale, finite and above 0, and a zero point that is an int8. `operand` counts
// outputs on from kFirstOutput.
Code check_quantized_s8(const TensorInfo& t, int operand, PrepareContext& context);

// The first output, whose range an operator fixes, has the scale 2^-bits (within a thousandth) and this zero
// point.
Code check_fixed_output(const TensorInfo& y, int32_t bits, int32_t zero, PrepareContext& context);

// The first output has exactly this shape, and elements.
Code check_output_shape(const TensorInfo& y, const Shape& expected, PrepareContext& context);

// An operator that moves elements without looking at them: x and y of one type of 1 or 4 bytes that a kernel
// may move (int8, float32, int32), x with elements. kBadType without a reason: other types.
Code check_moved(const NodeView& node, PrepareContext& context);

// Every output is a part of x, which is operand `operand`: of its type and quantization, and of one shape.
// kBadType without a reason: x has a type of no whole bytes.
Code check_parts(const TensorInfo& x, int operand, Span<const TensorInfo> outputs, const Shape& part,
                 PrepareContext& context);

// Operand `operand` is a constant of `count` indices, int32 or int64.
Code check_indices(const NodeView& node, int operand, int32_t count, PrepareContext& context);
// Index i of such an operand. Constants of a model are aligned to 4 bytes, 64-bit ones too.
int64_t index_at(const TensorInfo& t, int32_t i);

}  // namespace nook
