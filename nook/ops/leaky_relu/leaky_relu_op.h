#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/leaky_relu/leaky_relu.h"

namespace nook {

struct LeakyReluF32;

// y = x where x > 0, else alpha * x.
struct LeakyRelu {
  static constexpr OpCode kCode = OpCode::kLeakyRelu;
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = LeakyRelu;
    float alpha = 0;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<UnaryS8<LeakyRelu>, SlopesS16<LeakyRelu>, LeakyReluF32>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Result<nook_slopes_s16> slopes(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

using LeakyReluS8 = UnaryS8<LeakyRelu>;
using LeakyReluS16 = SlopesS16<LeakyRelu>;

// float32.
struct LeakyReluF32 : OpForm<LeakyRelu, ByRows::kSlice> {
  NOOK_FORM(nook_leaky_relu_f32);
};

}  // namespace nook
