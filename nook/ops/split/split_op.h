#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/split/split.h"

namespace nook {

struct SplitAny;

// x in equal parts along one axis: operands axis and x, as many results as there are parts.
struct Split : PlainOp<Split> {
  static constexpr OpCode kCode = OpCode::kSplit;
  static constexpr const char* kName = "Split";
  static constexpr Signature kSignature = with_results(operands(Role::kPrepared, Role::kData), kAnyNumber);
  using Forms = List<SplitAny>;
};

// Any type of whole bytes; quantized parts as x is.
struct SplitAny {
  using Op = Split;
  using Params = nook_split;
  static constexpr const char* kType = "nook_split";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("outer", p.outer), f.value("outputs", p.outputs), f.value("run", p.run);
  }
};

}  // namespace nook
