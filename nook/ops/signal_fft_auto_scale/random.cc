#include "nook/ops/signal_fft_auto_scale/signal_fft_auto_scale_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_signal_fft_auto_scale(Sketch& s, const Live&, TensorId x) {
  if (!s.is_wide(x)) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId signal = in_shape(s, x, {s.elements(x)}), y = s.alike(signal, s.dims(signal));
  return s.add(mark, nook::SignalFftAutoScale::Attrs{}, {signal}, {y, s.indices({1})}) ? y : TensorId::kNone;
}

}  // namespace generated
