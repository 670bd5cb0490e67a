#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/one_axis.h"
#include "nook/ops/one_hot/one_hot.h"

namespace nook {

// Expands each index to `depth` elements along a new axis: on at the index, off elsewhere. Operands: indices,
// depth (constant), on and off. An index out of range results in `off` everywhere.
struct OneHot : OptionsOp<OpCode::kOneHot, Role::kData, Role::kPrepared, Role::kData, Role::kData>,
                AxisOption<OneHot, fields::OneHotOptions::axis, -1> {
  using Forms = List<struct OneHotAny>;
};

// Any type of whole bytes.
struct OneHotAny : OpForm<OneHot> {
  NOOK_FORM(nook_one_hot);
};

}  // namespace nook
