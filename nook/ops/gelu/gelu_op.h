#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/gelu/gelu.h"

namespace nook {

// y = x times the cumulative normal distribution at x, or its TANH approximation.
struct Gelu : OptionsOp<OpCode::kGelu, Role::kData> {
  struct Attrs {
    using Op = Gelu;
    bool approximate = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<UnaryS8<Gelu>, struct GeluF32, GatedS16<Gelu>>;
};

// float32.
struct GeluF32 : OpForm<Gelu, ByRows::kSlice> {
  NOOK_FORM(nook_gelu_f32);
};

}  // namespace nook
