#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/relu/relu.h"

namespace nook {

// Checks an int8 operator that rescales x and clamps it. The result clamps at the real 0 and at 127;
// operators with another range replace the limits.
Result<nook_relu_s8> prepare_relu_s8(const NodeView& node, PrepareContext& context);

// The fields of these Params, for forms of any such operator.
void relu_s8_fields(ParamsVisitor& f, const nook_relu_s8& p);

}  // namespace nook
