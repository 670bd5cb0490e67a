#include "nook/ops/signal_framer/signal_framer_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_signal_framer(Sketch& s, const Live&, TensorId x) {
  if (!s.is_wide(x) || s.rank(x) == 0) return TensorId::kNone;
  Ints steps, shape = s.dims(x);
  for (int32_t n = 1; n <= shape.back(); ++n)
    if (shape.back() % n == 0) steps.push_back(n);
  if (steps.empty()) return TensorId::kNone;
  const auto mark = s.mark();
  nook::SignalFramer::Attrs attrs;
  attrs.frame_step = s.choose.of(steps),
  attrs.frame_size = s.choose.in(attrs.frame_step, 3 * attrs.frame_step);
  attrs.prefill = s.choose.chance(50);
  shape.back() /= attrs.frame_step, shape.push_back(attrs.frame_size);
  if (shape.size() > nook::kMaxRank) return TensorId::kNone;
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x}, {y, s.truth({1})}) ? y : TensorId::kNone;
}

}  // namespace generated
