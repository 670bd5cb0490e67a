#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/logical_not/logical_not.h"

namespace nook {

struct LogicalNotAny;

// y = not x; bool.
struct LogicalNot : PlainOp<LogicalNot> {
  static constexpr OpCode kCode = OpCode::kLogicalNot;
  static constexpr const char* kName = "LogicalNot";
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<LogicalNotAny>;
};

// bool; any byte but 0 is true.
struct LogicalNotAny {
  using Op = LogicalNot;
  using Params = nook_logical_not;
  static constexpr const char* kType = "nook_logical_not";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
