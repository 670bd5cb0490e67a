#include "nook/ops/zeros_like/zeros_like_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_zeros_like_ref, in_place, ZerosLikeAny)

Result<ZerosLikeAny::Params> ZerosLikeAny::prepare(const Op::Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, y.type == x.type, Reason::kType, kFirstOutput, x.type, y.type);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  return Params{y.bytes()};
}

void ZerosLikeAny::fields(ParamsVisitor& f, const Params& p) { f.value("bytes", p.bytes); }

}  // namespace nook

NOOK_DEFINE_OP(ZerosLike, zeros_like)
