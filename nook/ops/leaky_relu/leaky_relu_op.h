#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/leaky_relu/leaky_relu.h"

namespace nook {

// y = x if x > 0, else alpha * x.
struct LeakyRelu : OptionsOp<OpCode::kLeakyRelu, Role::kData> {
  struct Attrs {
    using Op = LeakyRelu;
    float alpha = 0;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<UnaryS8<LeakyRelu>, SlopesS16<LeakyRelu>, struct LeakyReluF32>;
};

// float32.
struct LeakyReluF32 : OpForm<LeakyRelu, ByRows::kSlice> {
  NOOK_FORM(nook_leaky_relu_f32);
};

}  // namespace nook
