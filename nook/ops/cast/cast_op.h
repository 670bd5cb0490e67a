#pragma once
#include "nook/ops/cast/cast.h"
#include "nook/ops/op.h"

namespace nook {

// y = x in another type. The types are those of the tensors; the options repeat them.
struct Cast : UnaryOp<Cast, OpCode::kCast> {
  using Forms = List<struct CastAny>;
};

// Of float32, int8, int16, int32, uint32 and bool, to any of these but bool.
struct CastAny : OpForm<Cast, ByRows::kSlice> {
  NOOK_FORM(nook_cast);
};

}  // namespace nook
