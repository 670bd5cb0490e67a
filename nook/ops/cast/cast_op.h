#pragma once
#include "nook/ops/cast/cast.h"
#include "nook/ops/contract/op.h"

namespace nook {

// y = x converted to the type of y: float32, int8, uint8, int16, int32, uint32, int64 or bool. The types in
// the options are ignored.
struct Cast : UnaryOp<Cast, OpCode::kCast> {
  using Forms = List<struct CastAny>;
};

// From any of these types to any other.
struct CastAny : OpForm<Cast, ByRows::kSlice> {
  NOOK_FORM(nook_cast);
};

}  // namespace nook
