#pragma once
#include "nook/ops/cumsum/cumsum.h"
#include "nook/ops/op.h"

namespace nook {

// y = the sums of x up to each element along the axis of operand 1, a constant.
struct Cumsum : OptionsOp<OpCode::kCumsum, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = Cumsum;
    bool exclusive = false;  // without the element itself
    bool reverse = false;    // from the end
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct CumsumS8, struct CumsumF32>;
};

// int8. Where the zero point of x is not 0 all sums are off by that, as in TensorFlow Lite Micro.
struct CumsumS8 : OpForm<Cumsum> {
  NOOK_FORM(nook_cumsum_s8);
};

// float32.
struct CumsumF32 : OpForm<Cumsum> {
  NOOK_FORM(nook_cumsum_f32);
};

}  // namespace nook
