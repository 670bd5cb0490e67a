#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/sum.h"
#include "nook/ops/sub/sub.h"

namespace nook {

struct SubS8;
struct SubS32;

// y = activation(a - b), each operand repeated along the dimensions in which it has size 1.
struct Sub : ArithmeticOp<Sub> {
  static constexpr OpCode kCode = OpCode::kSub;
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<SubS8, BinaryActF32<Sub, ByRows::kSlice>, SubS32, BinarySumS16<Sub>>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
};

// int8, each tensor with a scale and zero point of its own.
struct SubS8 : BinarySumS8<Sub> {
  static Span<const Kernel> kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
};

// int32 without a scale, which wraps around.
struct SubS32 : BinaryForm<Sub, nook_binary_s32> {
  static constexpr const char* kType = "nook_binary_s32";
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
    return prepare_binary_act_s32(node, attrs.activation, context);
  }
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    binary_act_fields(f, p);
  }
};

using SubS16 = BinarySumS16<Sub>;

template <>
Span<const Kernel> SubS16::kernels();

using SubF32 = BinaryActF32<Sub, ByRows::kSlice>;
template <>
Span<const Kernel> SubF32::kernels();

}  // namespace nook
