#include "nook/ops/signal_window/signal_window_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_signal_window(Sketch& s, const Live& live, TensorId x) {
  (void)live;
  const auto mark = s.mark();
  if (!s.is_wide(x) || s.rank(x) == 0) return TensorId::kNone;
  nook::SignalWindow::Attrs attrs;
  attrs.option = s.choose.in(0, 15);
  const TensorId window = s.constant_like(x, {s.dims(x).back()}), y = s.alike(x, s.dims(x));
  return s.add(mark, attrs, {x, window}, y) ? y : TensorId::kNone;
}

}  // namespace generated
