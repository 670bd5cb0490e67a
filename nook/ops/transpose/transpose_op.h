#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/prepare/strides.h"
#include "nook/ops/transpose/transpose.h"

namespace nook {

// Permutes dimensions: dimension i of y is dimension perm[i] of x. Operand 1: perm, constant.
struct Transpose : PlainOp<Transpose, OpCode::kTranspose, Role::kData, Role::kPrepared> {
  using Forms = List<struct TransposeImage, struct TransposeAny>;
};

// A single image of several rows and columns, [1, height, width, channels], whose rows become columns; any
// type of whole bytes. A row of y needs all rows of x.
struct TransposeImage : OpForm<Transpose, ByRows::kWindow> {
  NOOK_FORM(nook_transpose_image);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p) { return {0, 0, p.height, 1}; }
};

// Any order of the dimensions, and any type of whole bytes.
struct TransposeAny : OpForm<Transpose> {
  NOOK_FORM(nook_transpose);
  static int32_t pieces(const Params& p) { return dense_at(p); }
};

}  // namespace nook
