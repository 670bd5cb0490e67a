#pragma once
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/padv2/padv2.h"

namespace nook {

// Pads x with a value. Operands: x, [rank][before, after] (constant), and the value, with the quantization of
// y.
struct Padv2 : PlainOp<Padv2, OpCode::kPadv2, Role::kData, Role::kPrepared, Role::kData> {
  using Forms = List<struct Padv2Any>;
};

// Any type of whole bytes.
struct Padv2Any : OpForm<Padv2, ByRows::kWindow> {
  NOOK_FORM(nook_padv2);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p) { return rows_padded(p.margins); }
};

}  // namespace nook
