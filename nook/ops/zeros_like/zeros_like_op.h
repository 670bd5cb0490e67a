#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/zeros_like/zeros_like.h"

namespace nook {

struct ZerosLikeAny;

// y = 0 in the shape and type of x; the numbers in memory are 0, whatever the zero point is.
struct ZerosLike : PlainOp<ZerosLike> {
  static constexpr OpCode kCode = OpCode::kZerosLike;
  static constexpr const char* kName = "ZerosLike";
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<ZerosLikeAny>;
};

// Any type of whole bytes.
struct ZerosLikeAny {
  using Op = ZerosLike;
  using Params = nook_zeros_like;
  static constexpr const char* kType = "nook_zeros_like";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
