#include "nook/ops/signal_overlap_add/signal_overlap_add_op.h"
#include "tests/generated/steps.h"

namespace generated {

// x [...][frames][frame_size].
TensorId random_signal_overlap_add(Sketch& s, const Live& live, TensorId x) {
  (void)live;
  const auto mark = s.mark();
  if (s.rank(x) < 2 || (!s.is_wide(x) && !s.is_float(x))) return TensorId::kNone;
  constexpr int32_t kFloat = 0, kInt16 = 7;  // type numbers of the .tflite format
  Ints shape = s.dims(x);
  const int32_t frame = shape.back();
  shape.pop_back();
  const int32_t step = s.choose.in(1, frame);
  shape.back() *= step;
  const TensorId y = s.alike(x, shape);
  const nook::SignalOverlapAdd::Attrs attrs{s.is_float(x) ? kFloat : kInt16, step};
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
