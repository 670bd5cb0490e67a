#pragma once
#include "nook/ops/cast/cast.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

struct CastAny;

// y = x in another type. The types are those of the tensors; the options repeat them.
struct Cast : PlainOp<Cast> {
  static constexpr OpCode kCode = OpCode::kCast;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<CastAny>;
};

// Of float32, int8, int16, int32, uint32 and bool, to any of these but bool.
struct CastAny : FormOf<Cast, nook_cast, ByRows::kSlice> {
  static constexpr const char* kType = "nook_cast";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("from", p.from), f.value("to", p.to);
  }
};

}  // namespace nook
