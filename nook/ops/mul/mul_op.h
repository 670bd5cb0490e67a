#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/broadcast.h"

namespace nook {

struct MulS8;
struct MulS32;
struct MulS16;

// y = activation(a * b), each operand repeated along the dimensions in which it has size 1.
struct Mul : ArithmeticOp<Mul> {
  static constexpr OpCode kCode = OpCode::kMul;
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MulS8, BinaryActF32<Mul, ByRows::kSlice>, MulS32, MulS16>;
};

// int8, each tensor with a scale and zero point of its own.
struct MulS8 : FormOf<Mul, nook_mul_s8, ByRows::kSlice> {
  static constexpr const char* kType = "nook_mul_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    broadcast_fields(f, p);
    f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int32 without a scale, which wraps around.
struct MulS32 : BinaryForm<Mul, nook_binary_s32> {
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

// int16, each tensor with a scale of its own; zero points are 0.
struct MulS16 : BinaryForm<Mul, nook_mul_s16> {
  static constexpr const char* kType = "nook_mul_s16";
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    binary_fields(f, p.walk);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

using MulF32 = BinaryActF32<Mul, ByRows::kSlice>;
template <>
Span<const Kernel> MulF32::kernels();

}  // namespace nook
