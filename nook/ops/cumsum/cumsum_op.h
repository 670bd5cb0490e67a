#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/cumsum/cumsum.h"

namespace nook {

// y = the cumulative sums of x along one axis. Operand 1: the axis, constant.
struct Cumsum : OptionsOp<OpCode::kCumsum, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = Cumsum;
    bool exclusive = false;  // each sum excludes its own element
    bool reverse = false;    // sums start at the end
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct CumsumS8, struct CumsumF32, struct CumsumS32>;
};

// int8. A nonzero zero point of x shifts every sum by that amount, as in TensorFlow Lite Micro.
struct CumsumS8 : OpForm<Cumsum> {
  NOOK_FORM(nook_cumsum_s8);
};

// float32.
struct CumsumF32 : OpForm<Cumsum> {
  NOOK_FORM(nook_cumsum_f32);
};

// int32 without a scale; sums wrap around.
struct CumsumS32 : OpForm<Cumsum> {
  NOOK_FORM(nook_cumsum_s32);
};

}  // namespace nook
