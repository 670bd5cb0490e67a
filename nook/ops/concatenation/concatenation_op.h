#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/concatenation/concatenation.h"
#include "nook/ops/contract/op.h"

namespace nook {

// An operator with any number of operands.
template <OpCode op_code>
struct JoinOp : OptionsOp<op_code> {
  static constexpr Signature kSignature = operands(many(Role::kData));
};

// Joins all inputs along one axis.
struct Concatenation : JoinOp<OpCode::kConcatenation> {
  struct Attrs {
    using Op = Concatenation;
    int32_t axis = 0;  // axis of the output; negative: counted from the last
    Activation fused_activation =
        Activation::kNone;  // must be kNone: there is no arithmetic into which to fuse it
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct ConcatenationAny>;
};

// Any type of whole bytes; int8 and int16 with equal quantization.
struct ConcatenationAny : OpForm<Concatenation, ByRows::kSlice> {
  NOOK_FORM(nook_concatenation);
  static int32_t pieces(const Params& p) { return p.outer == 1 || p.inputs == 1 ? 0 : -1; }
};

}  // namespace nook
