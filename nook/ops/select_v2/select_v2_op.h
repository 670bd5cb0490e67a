#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/select_v2/select_v2.h"

namespace nook {

struct SelectV2Any;

// y = condition ? a : b. The condition is bool.
struct SelectV2 : PlainOp<SelectV2> {
  static constexpr OpCode kCode = OpCode::kSelectV2;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData, Role::kData);
  using Forms = List<SelectV2Any>;
};

// float32, int8, int16; quantized operands as y is.
struct SelectV2Any : FormOf<SelectV2, nook_select_v2> {
  static constexpr const char* kType = "nook_select_v2";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("element_bytes", p.element_bytes), f.value("run", p.run), f.value("step", p.step);
    f.value("rank", p.rank), f.table("dim", p.dim, p.rank), f.table("jump", p.jump, 3 * p.rank);
  }
};

}  // namespace nook
