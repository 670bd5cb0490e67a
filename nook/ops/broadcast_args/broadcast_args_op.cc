#include "nook/ops/broadcast_args/broadcast_args_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_broadcast_args_s32_ref, disjoint, BroadcastArgsOf<DType::kS32>)
NOOK_FAMILY_KERNEL(nook_broadcast_args_s64_ref, disjoint, BroadcastArgsOf<DType::kS64>)

Result<nook_broadcast_args> BroadcastArgs::prepare(DType type, const Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == type && b.type == type && y.type == type, Code::kBadType);
  NOOK_CHECK(context, a.shape.rank == 1, Reason::kRank, 0, 1, a.shape.rank);
  NOOK_CHECK(context, b.shape.rank == 1, Reason::kRank, 1, 1, b.shape.rank);
  const int32_t in_a = a.shape.dim[0], in_b = b.shape.dim[0];
  NOOK_TRY(check_output_shape(y, Shape{{in_a > in_b ? in_a : in_b}, 1}, context));
  return nook_broadcast_args{in_a, in_b};
}

void BroadcastArgs::fields(ParamsVisitor& f, const Params& p) {
  f.value("a_size", p.a_size), f.value("b_size", p.b_size);
}

}  // namespace nook

NOOK_DEFINE_OP(BroadcastArgs, broadcast_args)
