#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/prelu/prelu.h"

namespace nook {

struct PreluS8;
struct PreluS16;

// y = a where a is at least 0, a * b elsewhere.
struct Prelu : PlainOp<Prelu> {
  static constexpr OpCode kCode = OpCode::kPrelu;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<PreluS8, Binary<Prelu, DType::kF32>, PreluS16>;
};

// int8, each tensor with a scale and zero point of its own.
struct PreluS8 : BinaryForm<Prelu, nook_prelu_s8> {
  static constexpr const char* kType = "nook_prelu_s8";
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    binary_fields(f, p.walk);
    f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("slope_multiplier", p.slope_multiplier), f.value("slope_shift", p.slope_shift);
  }
};

// int16 with int8 slopes.
struct PreluS16 : BinaryForm<Prelu, nook_prelu_s8> {
  static constexpr const char* kType = "nook_prelu_s8";
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    PreluS8::fields(f, p);
  }
};

using PreluF32 = Binary<Prelu, DType::kF32>;

template <>
Span<const Kernel> PreluF32::kernels();

}  // namespace nook
