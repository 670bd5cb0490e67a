#pragma once
#include "nook/ops/add/add.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/binary_op.h"
#include "nook/ops/prepare/sum.h"

namespace nook {

// y = activation(a + b), with broadcasting.
struct Add : ArithmeticOp<Add, OpCode::kAdd> {
  using Forms = List<struct AddS8, struct AddF32, struct AddS32, struct AddS16>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
};

// int8; each tensor has its own scale and zero point.
struct AddS8 : BinarySumS8<Add> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

// int16 likewise.
struct AddS16 : BinarySumS16<Add> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

struct AddF32 : BinaryActF32<Add> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

// int32 without a scale. Sums wrap around. The activation is ignored, as in TensorFlow Lite Micro.
struct AddS32 : BinaryActS32<Add> {
  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    return prepare_binary_act_s32(node, Activation::kNone, context);
  }
};

}  // namespace nook
