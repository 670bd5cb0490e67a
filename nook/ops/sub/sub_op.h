#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/binary_op.h"
#include "nook/ops/prepare/sum.h"
#include "nook/ops/sub/sub.h"

namespace nook {

// y = activation(a - b), with broadcasting.
struct Sub : ArithmeticOp<Sub, OpCode::kSub> {
  using Forms = List<struct SubS8, struct SubF32, BinaryActS32<Sub>, struct SubS16>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
};

// int8; each tensor has its own scale and zero point.
struct SubS8 : BinarySumS8<Sub> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

// int16 likewise.
struct SubS16 : BinarySumS16<Sub> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

struct SubF32 : BinaryActF32<Sub> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

}  // namespace nook
