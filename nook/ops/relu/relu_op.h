#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu/relu.h"

namespace nook {

struct ReluS8;

// y = max(x, 0).
struct Relu : UnaryOp<Relu, OpCode::kRelu> {
  using Forms = List<ReluS8, UnaryF32<Relu>, SlopesS16<Relu>>;

  static Span<const Kernel> f32_kernels();
  static Result<nook_slopes_s16> slopes(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

// int8; input and output may be scaled differently.
struct ReluS8 : OpForm<Relu, ByRows::kSlice> {
  NOOK_FORM(nook_relu_s8);
};

using ReluS16 = SlopesS16<Relu>;
using ReluF32 = UnaryF32<Relu>;

}  // namespace nook
