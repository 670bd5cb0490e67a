#pragma once
#include "nook/ops/select_v2/select_v2_op.h"

namespace nook {

// y = condition ? a : b, without broadcasting of a and b. A condition of rank 0 or 1 may choose whole parts
// of a and b: one for each index of their first dimension.
struct Select : PlainOp<Select, OpCode::kSelect, Role::kData, Role::kData, Role::kData> {
  using Forms = List<struct SelectAny>;
};

// Any type of whole bytes; quantized operands have the quantization of y. SELECT_V2 has the kernel.
struct SelectAny : OpForm<Select, ByRows::kNone> {
  NOOK_FORM(nook_select_v2);
  static constexpr const char* kHeader = "nook/ops/select_v2/select_v2.h";
};

}  // namespace nook
