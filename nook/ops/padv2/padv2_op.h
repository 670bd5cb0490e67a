#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/padv2/padv2.h"

namespace nook {

struct Padv2Any;

// x with a value around it: operands x, [rank][before, after], which is constant, and the value, quantized as
// y is.
struct Padv2 : PlainOp<Padv2> {
  static constexpr OpCode kCode = OpCode::kPadv2;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared, Role::kData);
  using Forms = List<Padv2Any>;
};

// Any type of whole bytes.
struct Padv2Any : FormOf<Padv2, nook_padv2> {
  static constexpr const char* kType = "nook_padv2";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    const nook_pad& m = p.margins;
    f.value("margins.fill", m.fill), f.value("margins.head", m.head), f.value("margins.tail", m.tail);
    f.value("margins.run", m.run), f.value("margins.rank", m.rank);
    f.table("margins.dim", m.dim, m.rank), f.table("margins.gap", m.gap, m.rank);
    f.value("element_bytes", p.element_bytes);
  }
};

}  // namespace nook
