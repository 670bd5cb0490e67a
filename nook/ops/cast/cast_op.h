#pragma once
#include "nook/ops/cast/cast.h"
#include "nook/ops/op.h"

namespace nook {

// y = x converted to the type of y. The types in the options are ignored.
struct Cast : UnaryOp<Cast, OpCode::kCast> {
  using Forms = List<struct CastAny>;
};

// From float32, int8, int16, int32, uint32 or bool to any of these except bool.
struct CastAny : OpForm<Cast, ByRows::kSlice> {
  NOOK_FORM(nook_cast);
};

}  // namespace nook
