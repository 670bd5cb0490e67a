#include "nook/ops/l2_normalization/l2_normalization_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_l2_normalization(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const Ints shape(s.shape(x).dim, s.shape(x).dim + s.rank(x));
  const TensorId y = s.is_float(x) ? s.real(shape) : s.quantized(shape, 1.0f / 128, 0);
  return s.add(mark, nook::L2Normalization::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
