#include "nook/ops/signal_stacker/signal_stacker_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_signal_stacker(Sketch& s, const Live&, TensorId x) {
  if (!s.is_wide(x) || s.elements(x) > 200) return TensorId::kNone;
  const auto mark = s.mark();
  nook::SignalStacker::Attrs attrs;
  attrs.num_channels = s.elements(x);
  attrs.stacker_left_context = s.choose.in(0, 2), attrs.stacker_right_context = s.choose.in(0, 2);
  const int32_t frames = attrs.stacker_left_context + 1 + attrs.stacker_right_context;
  attrs.stacker_step = s.choose.in(1, frames);
  const TensorId row = in_shape(s, x, {attrs.num_channels}), y = s.alike(x, {frames * attrs.num_channels});
  return s.add(mark, attrs, {row}, {y, s.truth({1})}) ? y : TensorId::kNone;
}

}  // namespace generated
