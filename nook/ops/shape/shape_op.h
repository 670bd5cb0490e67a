#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/op.h"
#include "nook/ops/shape/shape.h"

namespace nook {

struct ShapeOfAny;

// The dimensions of x, in int32.
struct ShapeOf : PlainOp<ShapeOf> {
  static constexpr OpCode kCode = OpCode::kShape;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<ShapeOfAny>;
};

// Any type.
struct ShapeOfAny : FormOf<ShapeOf, nook_shape> {
  static constexpr const char* kType = "nook_shape";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rank", p.rank), f.value("dim", p.dim);
  }
};

}  // namespace nook
