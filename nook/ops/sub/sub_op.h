#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/sum.h"
#include "nook/ops/sub/sub.h"

namespace nook {

struct SubS8;
struct SubF32;
struct SubS32;

// y = activation(a - b), each operand repeated along the dimensions in which it has size 1.
struct Sub {
  static constexpr OpCode kCode = OpCode::kSub;
  static constexpr const char* kName = "Sub";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  struct Attrs {
    using Op = Sub;
    Activation activation = Activation::kNone;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<SubS8, SubF32, SubS32, BinarySumS16<Sub>>;

  static SumScales sum_scales(const NodeView& node, int32_t left_shift);
};

// int8, each tensor with a scale and zero point of its own.
struct SubS8 {
  using Op = Sub;
  using Params = nook_sub_s8;
  static constexpr const char* kType = "nook_sub_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    sum_fields_s8(f, p);
  }
};

struct SubF32 {
  using Op = Sub;
  using Params = nook_sub_f32;
  static constexpr const char* kType = "nook_sub_f32";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    broadcast_fields(f, p);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
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

}  // namespace nook
