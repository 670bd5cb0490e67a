#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/select_v2/select_v2.h"

namespace nook {

// y = condition ? a : b; the condition is bool.
struct SelectV2 : PlainOp<SelectV2, OpCode::kSelectV2, Role::kData, Role::kData, Role::kData> {
  using Forms = List<struct SelectV2Any>;
};

// Any type of whole bytes; quantized operands have the quantization of y.
struct SelectV2Any : OpForm<SelectV2, ByRows::kSlice> {
  NOOK_FORM(nook_select_v2);
};

}  // namespace nook
