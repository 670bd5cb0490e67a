#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/sum.h"
#include "nook/ops/sub/sub.h"

namespace nook {

struct SubS8;

// y = activation(a - b), each operand repeated along the dimensions in which it has size 1.
struct Sub : ArithmeticOp<Sub, OpCode::kSub> {
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<SubS8, BinaryActF32<Sub, ByRows::kSlice>, BinaryActS32<Sub>, BinarySumS16<Sub>>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
  static Span<const Kernel> s16_kernels(), f32_kernels(), s32_kernels();
};

// int8, each tensor with a scale and zero point of its own.
struct SubS8 : BinarySumS8<Sub> {
  static Span<const Kernel> kernels(), interpreted_kernels(), fast_kernels();
};

using SubS16 = BinarySumS16<Sub>;
using SubS32 = BinaryActS32<Sub>;
using SubF32 = BinaryActF32<Sub, ByRows::kSlice>;

}  // namespace nook
