#include "nook/ops/signal_stacker/signal_stacker_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_stacker_s16_ref, disjoint, SignalStackerS16)

Result<SignalStackerS16::Params> SignalStackerS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_frames(node, context));
  const int32_t channels = attrs.num_channels, left = attrs.stacker_left_context;
  NOOK_TRY(check_option(channels, 1, kMostKeptSamples, context));
  const int32_t most = kMostKeptSamples / channels;
  NOOK_TRY(check_option(left, 0, most - 1, context));
  NOOK_TRY(check_option(attrs.stacker_right_context, 0, most - 1 - left, context));
  const int32_t frames = left + 1 + attrs.stacker_right_context;
  NOOK_TRY(check_option(attrs.stacker_step, 1, frames, context));
  NOOK_TRY(check_vector(x, 0, channels, context));
  NOOK_TRY(check_vector(y, kFirstOutput, frames * channels, context));
  return Params{channels, frames, left + 1, attrs.stacker_step};
}

void SignalStackerS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("channels", p.channels), f.value("frames", p.frames), f.value("first", p.first);
  f.value("step", p.step);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalStacker, signal_stacker)
