#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/strides.h"
#include "nook/ops/transpose/transpose.h"

namespace nook {

struct TransposeAny;

// Dimension i of y is dimension perm[i] of x. Operand 1: perm, constant.
struct Transpose {
  static constexpr OpCode kCode = OpCode::kTranspose;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  struct Attrs {
    using Op = Transpose;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<TransposeAny>;
};

// Any type of whole bytes.
struct TransposeAny : OpForm<Transpose> {
  NOOK_FORM(nook_transpose);
};

}  // namespace nook
