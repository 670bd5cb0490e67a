#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/squared_difference/squared_difference.h"

namespace nook {

template <DType type>
struct SquaredDifferenceQuantized;

// y = (a - b) * (a - b). int32 wraps around.
struct SquaredDifference : BinaryOp<SquaredDifference, OpCode::kSquaredDifference> {
  using Forms = List<SquaredDifferenceQuantized<DType::kS8>, Binary<SquaredDifference, DType::kF32>,
                     SquaredDifferenceQuantized<DType::kS16>, Binary<SquaredDifference, DType::kS32>>;
};

Result<nook_squared_difference> prepare_squared_difference(const NodeView& node, DType type,
                                                           PrepareContext& context);

// int8 and int16 with any scales; int16 zero points are 0.
template <DType type>
struct SquaredDifferenceQuantized : BinaryForm<SquaredDifference, nook_squared_difference> {
  static constexpr const char* kType = "nook_squared_difference";
  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    return prepare_squared_difference(node, type, context);
  }
  static Span<const Kernel> kernels();
  template <class F>
  static void fields(F& f, const Params& p) {
    binary_quantized_fields(f, p);
    f.value("least", p.least), f.value("most", p.most);
  }
};

}  // namespace nook
