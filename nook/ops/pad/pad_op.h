#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/pad/pad.h"

namespace nook {

// Pads x with zeros; in int8, with the zero point of y. Operand 1: [rank][before, after], constant.
struct Pad : PlainOp<Pad, OpCode::kPad, Role::kData, Role::kPrepared> {
  using Forms = List<struct PadAny>;
};

// The Params of x (operand 0) padded by operand 1, except `fill`; checks both and y.
Result<nook_pad> make_pad(const NodeView& node, PrepareContext& context);
// The row of x that a row of a padded image needs; rows of padding need none.
inline WindowRows rows_padded(const nook_pad& p) {
  if (p.row == 0) return {1, 0, 1, 0};
  const int32_t above = p.head / p.row;
  return {1, above, 1 - above, 1};
}

// int8, int16 with the zero point 0, float32, int32.
struct PadAny : OpForm<Pad, ByRows::kWindow> {
  NOOK_FORM(nook_pad);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p) { return rows_padded(p); }
};

}  // namespace nook
