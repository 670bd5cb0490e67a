#include "nook/ops/signal_fft_auto_scale/signal_fft_auto_scale_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_fft_auto_scale_s16_ref, disjoint, SignalFftAutoScaleS16)

Result<SignalFftAutoScaleS16::Params> SignalFftAutoScaleS16::prepare(const Op::Attrs&, const NodeView& node,
                                                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0], &bits = node.outputs[1];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS16 && bits.type == DType::kS32, Code::kBadType);
  NOOK_TRY(check_vector(x, 0, -1, context));
  NOOK_TRY(check_vector(y, kFirstOutput, x.shape.elements(), context));
  NOOK_CHECK(context, bits.shape.elements() == 1, Reason::kElements, kFirstOutput + 1, 1,
             bits.shape.elements());
  return Params{x.shape.elements()};
}

void SignalFftAutoScaleS16::fields(ParamsVisitor& f, const Params& p) { f.value("size", p.size); }

}  // namespace nook

NOOK_DEFINE_OP(SignalFftAutoScale, signal_fft_auto_scale)
