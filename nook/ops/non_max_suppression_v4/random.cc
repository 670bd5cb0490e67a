#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4_op.h"
#include "tests/generated/suppressed.h"

namespace generated {

TensorId random_non_max_suppression_v4(Sketch& s, const Live&, TensorId x) {
  Suppressed made(s, x);
  if (!made.fits()) return TensorId::kNone;
  s.add(made.mark, nook::NonMaxSuppressionV4::Attrs{}, made.in, made.out);
  return TensorId::kNone;
}

}  // namespace generated
