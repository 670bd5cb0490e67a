// The form for a kernel that many operators share, with one operand and one result.
#pragma once
#include "nook/ops/contract/op.h"

namespace nook {

template <class P>
struct OneOperandForm {
  struct Op {
    static constexpr Signature kSignature = operands(Role::kData);
  };
  using Params = P;
};

}  // namespace nook
