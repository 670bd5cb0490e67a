#pragma once
#include "nook/ops/op.h"
#include "nook/ops/pad/pad.h"

namespace nook {

// Pads x with zeros; in int8, with the zero point of y. Operand 1: [rank][before, after], constant.
struct Pad : PlainOp<Pad, OpCode::kPad, Role::kData, Role::kPrepared> {
  using Forms = List<struct PadAny>;
};

// The Params of x (operand 0) padded by operand 1, except `fill`; checks both and y.
Result<nook_pad> make_pad(const NodeView& node, PrepareContext& context);

// int8, int16 with the zero point 0, float32, int32.
struct PadAny : OpForm<Pad, ByRows::kSlice> {
  NOOK_FORM(nook_pad);
};

}  // namespace nook
