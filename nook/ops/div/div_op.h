#pragma once
#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_op.h"

namespace nook {

struct DivS8;

// y = activation(a / b).
struct Div : ArithmeticOp<Div> {
  static constexpr OpCode kCode = OpCode::kDiv;
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<DivS8, BinaryActF32<Div>, BinaryActS32<Div>>;
};

// int8, each tensor with a scale and zero point of its own.
struct DivS8 : BinaryForm<Div, nook_div_s8> {
  static constexpr const char* kType = "nook_div_s8";
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    binary_fields(f, p.walk);
    f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

using DivF32 = BinaryActF32<Div>;
using DivS32 = BinaryActS32<Div>;

template <>
Span<const Kernel> DivF32::kernels();
template <>
Span<const Kernel> DivS32::kernels();

}  // namespace nook
