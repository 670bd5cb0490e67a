#include "nook/ops/circular_buffer/circular_buffer_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Returns a result in each run, or in every second or third.
TensorId random_circular_buffer(Sketch& s, const Live&, TensorId x) {
  if (s.is_float(x) || s.is_wide(x) || s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t channels = s.dims(x).back(), width = s.elements(x) / channels;
  const TensorId row = in_shape(s, x, {1, 1, width, channels});
  const TensorId y = s.kept(s.alike(x, {1, s.choose.in(1, 4), width, channels}));
  nook::CircularBuffer::Attrs attrs;
  attrs.cycles_max = s.choose.chance(50) ? 1 : s.choose.in(2, 3);
  return s.add(mark, attrs, {row}, y) ? y : TensorId::kNone;
}

}  // namespace generated
