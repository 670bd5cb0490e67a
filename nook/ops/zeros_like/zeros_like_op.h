#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/zeros_like/zeros_like.h"

namespace nook {

struct ZerosLikeAny;

// y = 0 in the shape and type of x; the numbers in memory are 0, whatever the zero point is.
struct ZerosLike : PlainOp<ZerosLike> {
  static constexpr OpCode kCode = OpCode::kZerosLike;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<ZerosLikeAny>;
};

// Any type of whole bytes.
struct ZerosLikeAny : FormOf<ZerosLike, nook_zeros_like, ByRows::kSlice> {
  static constexpr const char* kType = "nook_zeros_like";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
