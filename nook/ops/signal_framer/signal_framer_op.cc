#include "nook/ops/signal_framer/signal_framer_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_framer_s16_ref, disjoint, SignalFramerS16)

Result<SignalFramerS16::Params> SignalFramerS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_frames(node, context));
  const int32_t size = attrs.frame_size, step = attrs.frame_step, samples = x.shape.back(0);
  NOOK_TRY(check_option(size, 1, kMostKeptSamples, context));
  NOOK_TRY(check_option(step, 1, size, context));
  NOOK_CHECK(context, x.shape.rank > 0 && x.shape.rank < kMaxRank, Reason::kRank, 0, 1, x.shape.rank);
  NOOK_CHECK(context, samples > 0 && samples % step == 0, Reason::kElements, 0, step, samples);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  Shape frames = x.shape;
  frames.dim[frames.rank - 1] = samples / step, frames.dim[frames.rank++] = size;
  NOOK_TRY(check_output_shape(y, frames, context));
  // Without leading zeros, it waits for whole steps and keeps them.
  const int32_t steps = (size - 1) / step;
  const int32_t rows = x.shape.elements() / samples, lag = attrs.prefill ? size - step : steps * step;
  NOOK_CHECK(context, lag <= kMostKeptSamples / rows, Reason::kAttribute, 0, kMostKeptSamples / rows, lag);
  return Params{rows, samples / step, size, step, lag, attrs.prefill ? 0 : steps};
}

void SignalFramerS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("frames", p.frames), f.value("size", p.size), f.value("step", p.step);
  f.value("lag", p.lag), f.value("wait", p.wait);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalFramer, signal_framer)
