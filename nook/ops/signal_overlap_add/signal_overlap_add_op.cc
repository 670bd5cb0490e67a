#include "nook/ops/signal_overlap_add/signal_overlap_add_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_signal_overlap_add_s16_ref, disjoint, SignalOverlapAddForm<DType::kS16>)
NOOK_FAMILY_KERNEL(nook_signal_overlap_add_f32_ref, disjoint, SignalOverlapAddForm<DType::kF32>)

Result<nook_signal_overlap_add> SignalOverlapAdd::prepare(DType type, const Attrs& attrs,
                                                          const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  const int32_t number = static_cast<int32_t>(type) - 1;
  NOOK_CHECK(context, attrs.T == number, Reason::kType, 0, number + 1, attrs.T);
  NOOK_CHECK(context, x.shape.rank >= 2, Reason::kRank, 0, 2, x.shape.rank);
  const int32_t size = x.shape.back(0), frames = x.shape.back(1);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_TRY(check_option(attrs.frame_step, 1, size, context));
  Shape signal = x.shape;
  --signal.rank, signal.dim[signal.rank - 1] = frames * attrs.frame_step;
  NOOK_TRY(check_output_shape(y, signal, context));
  return nook_signal_overlap_add{x.shape.elements() / size / frames, frames, size, attrs.frame_step};
}

}  // namespace nook

NOOK_DEFINE_OP(SignalOverlapAdd, signal_overlap_add)
