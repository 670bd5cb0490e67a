#include "nook/ops/pack/pack_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Result<PackAny::Params> PackAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  const TensorInfo &first = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_moved(node, context));
  NOOK_CHECK(context, first.shape.rank < kMaxRank, Reason::kRank, 0, kMaxRank - 1, first.shape.rank);
  const auto axis = axis_of(attrs.axis, first.shape.rank + 1, 0, context);
  NOOK_REQUIRE(axis, axis.code());
  const int32_t inputs = static_cast<int32_t>(node.inputs.size());
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const TensorInfo& x = node.inputs[i];
    const int operand = i < kFirstOutput ? static_cast<int>(i) : kFirstOutput - 1;
    NOOK_CHECK(context, x.type == first.type, Reason::kType, operand, first.type, x.type);
    NOOK_CHECK(context, x.shape.rank == first.shape.rank, Reason::kRank, operand, first.shape.rank,
               x.shape.rank);
    for (int d = 0; d < first.shape.rank; ++d)
      NOOK_CHECK(context, x.shape.dim[d] == first.shape.dim[d], Reason::kInputShape, operand,
                 first.shape.dim[d], x.shape.dim[d]);
    const bool quantized = x.type == DType::kS8 || x.type == DType::kS16;
    NOOK_CHECK(context, !quantized || same_quantization(x, y), Reason::kQuantization, operand, y.zero_point,
               x.zero_point);
  }
  Shape expected;
  Params p{1, inputs, nullptr};
  for (int d = 0; d <= first.shape.rank; ++d) {
    if (d == *axis) expected.dim[expected.rank++] = inputs;
    if (d < first.shape.rank) expected.dim[expected.rank++] = first.shape.dim[d];
    if (d < *axis) p.outer *= first.shape.dim[d];
  }
  NOOK_TRY(check_output_shape(y, expected, context));
  const Span<int32_t> run = context.persistent.make<int32_t>(node.inputs.size());
  NOOK_CHECK(context, !run.empty(), Reason::kPersistent, 0, node.inputs.size() * sizeof(int32_t), 0);
  for (int32_t& bytes : run) bytes = first.bytes() / p.outer;
  p.run = run.data();
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Pack, pack)
