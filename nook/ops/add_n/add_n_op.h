#pragma once
#include "nook/ops/add_n/add_n.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"

namespace nook {

struct AddNS8;
struct AddNF32;

// y = the sum of all inputs, which have one shape.
struct AddN : PlainOp<AddN> {
  static constexpr OpCode kCode = OpCode::kAddN;
  static constexpr Signature kSignature = operands(many(Role::kData));
  using Forms = List<AddNS8, AddNF32>;
};

// int8; all inputs of one quantization. Where its zero point is not 0 the sum is off by that, as in
// TensorFlow Lite Micro.
struct AddNS8 : FormOf<AddN, nook_add_n_s8> {
  static constexpr const char* kType = "nook_add_n_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("inputs", p.inputs), f.value("size", p.size), f.value("in_zero", p.in_zero),
        f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  }
};

// float32.
struct AddNF32 : FormOf<AddN, nook_add_n_f32> {
  static constexpr const char* kType = "nook_add_n_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("inputs", p.inputs), f.value("size", p.size);
  }
};

}  // namespace nook
