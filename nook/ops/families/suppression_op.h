// The forms of TensorFlow Lite's operators of non-maximum suppression.
#pragma once
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/suppression.h"

namespace nook {

// More boxes would need a scratch without a valid size.
constexpr int32_t kMostBoxes = 1 << 26;

// Scratch: a candidate for each box.
template <class Params>
int32_t candidates(const Params& p) {
  return p.boxes * static_cast<int32_t>(sizeof(nook_candidate));
}

// Operands: boxes [boxes][4], scores [boxes], the size of the results (constant), then single numbers.
// Results: numbers of boxes, scores if there are three results, and the count.
Result<nook_suppression_f32> prepare_suppression(const NodeView& node, PrepareContext& context);

}  // namespace nook
