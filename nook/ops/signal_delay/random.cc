#include "nook/ops/signal_delay/signal_delay_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_signal_delay(Sketch& s, const Live& live, TensorId x) {
  (void)live;
  const auto mark = s.mark();
  nook::SignalDelay::Attrs attrs;
  attrs.option = s.choose.in(1, 40);
  const TensorId y = s.alike(x, s.dims(x));
  return s.is_wide(x) && s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
