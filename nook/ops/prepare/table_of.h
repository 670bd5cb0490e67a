#pragma once
#include "nook/ops/contract/op.h"

namespace nook {

// Fills the table of an int8 operator with f of -128 to 127.
struct TableOf {
  const NodeView& node;
  const TensorInfo &x, &y;  // each with one scale
  PrepareContext& context;
  Span<int8_t> table;

  // f(x - zero point of x): an int8.
  template <class F>
  Code fill(const F& f) const {
    int32_t centred = -128 - x.zero_point;
    for (int8_t& entry : table) entry = static_cast<int8_t>(f(centred++));
    return Code::kOk;
  }
};

}  // namespace nook
