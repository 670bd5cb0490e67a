#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/gelu/gelu.h"

namespace nook {

struct GeluF32;

// y = x times the share of a normal distribution that is below x, or an approximation of it by TANH.
struct Gelu {
  static constexpr OpCode kCode = OpCode::kGelu;
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Gelu;
    bool approximate = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<UnaryS8<Gelu>, GeluF32>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
};

using GeluS8 = UnaryS8<Gelu>;

// float32.
struct GeluF32 : OpForm<Gelu, ByRows::kSlice> {
  NOOK_FORM(nook_gelu_f32);
};

}  // namespace nook
