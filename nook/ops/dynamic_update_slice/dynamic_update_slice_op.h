#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/dynamic_update_slice/dynamic_update_slice.h"

namespace nook {

// y = x with one part replaced. Operands: x, the part and its start, which is clamped so that the part lies
// within x.
struct DynamicUpdateSlice
    : PlainOp<DynamicUpdateSlice, OpCode::kDynamicUpdateSlice, Role::kData, Role::kData, Role::kData> {
  using Forms = List<struct DynamicUpdateSliceAny>;
};

// Any type of whole bytes.
struct DynamicUpdateSliceAny : OpForm<DynamicUpdateSlice> {
  NOOK_FORM(nook_update_slice);
};

}  // namespace nook
