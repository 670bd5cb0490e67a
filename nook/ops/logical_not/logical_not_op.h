#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/logical_not/logical_not.h"

namespace nook {

struct LogicalNotAny;

// y = not x; bool.
struct LogicalNot : PlainOp<LogicalNot> {
  static constexpr OpCode kCode = OpCode::kLogicalNot;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<LogicalNotAny>;
};

// bool; any byte but 0 is true.
struct LogicalNotAny : FormOf<LogicalNot, nook_logical_not, ByRows::kSlice> {
  static constexpr const char* kType = "nook_logical_not";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
