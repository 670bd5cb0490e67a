#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/gather_nd/gather_nd.h"
#include "nook/ops/op.h"

namespace nook {

struct GatherNdAny;

// The parts of x at positions in its outermost dimensions: operands x and indices [...][position]. Those that
// a model has itself must be there; those computed at run time count as the nearest that is.
struct GatherNd : PlainOp<GatherNd> {
  static constexpr OpCode kCode = OpCode::kGatherNd;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<GatherNdAny>;
};

// Any type of whole bytes.
struct GatherNdAny : FormOf<GatherNd, nook_gather_nd> {
  static constexpr const char* kType = "nook_gather_nd";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("count", p.count), f.value("depth", p.depth), f.value("run", p.run);
    f.value("limit", p.limit), f.value("stride", p.stride);
  }
};

}  // namespace nook
