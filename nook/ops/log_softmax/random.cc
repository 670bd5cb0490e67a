#include "nook/ops/log_softmax/log_softmax_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_log_softmax(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const Ints shape(s.shape(x).dim, s.shape(x).dim + s.rank(x));
  const TensorId y = s.is_float(x) ? s.real(shape) : s.quantized(shape, 1.0f / 16, 127);
  return s.add(mark, nook::LogSoftmax::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
