#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/strides.h"
#include "nook/ops/transpose/transpose.h"

namespace nook {

// Permutes dimensions: dimension i of y is dimension perm[i] of x. Operand 1: perm, constant.
struct Transpose : PlainOp<Transpose, OpCode::kTranspose, Role::kData, Role::kPrepared> {
  using Forms = List<struct TransposeAny>;
};

// Any type of whole bytes.
struct TransposeAny : OpForm<Transpose> {
  NOOK_FORM(nook_transpose);
  static int32_t pieces(const Params& p) { return dense_at(p); }
};

}  // namespace nook
