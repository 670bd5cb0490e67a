#pragma once
#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/sum.h"

namespace nook {

// y = activation(a + b), each operand repeated along the dimensions in which it has size 1.
struct Add : ArithmeticOp<Add, OpCode::kAdd> {
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct AddS8, BinaryActF32<Add, ByRows::kSlice>, struct AddS32, BinarySumS16<Add>>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
};

// int8, each tensor with a scale and zero point of its own.
struct AddS8 : BinarySumS8<Add> {
  static Span<const Kernel> kernels(), interpreted_kernels(), fast_kernels();
};

// int32 without a scale, which wraps around; the activation is ignored, as TensorFlow Lite Micro does.
struct AddS32 : BinaryActS32<Add> {
  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    return prepare_binary_act_s32(node, Activation::kNone, context);
  }
};

}  // namespace nook
