#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/zeros_like/zeros_like.h"

namespace nook {

// y = 0 in the shape and type of x. The stored numbers are 0, whatever the zero point.
struct ZerosLike : UnaryOp<ZerosLike, OpCode::kZerosLike> {
  using Forms = List<struct ZerosLikeAny>;
};

// Any type of whole bytes.
struct ZerosLikeAny : OpForm<ZerosLike, ByRows::kSlice> {
  NOOK_FORM(nook_zeros_like);
};

}  // namespace nook
