#include "nook/ops/non_max_suppression_v5/non_max_suppression_v5_op.h"
#include "tests/generated/suppressed.h"

namespace generated {

TensorId random_non_max_suppression_v5(Sketch& s, const Live&, TensorId x) {
  Suppressed made(s, x);
  if (!made.fits()) return TensorId::kNone;
  made.in.push_back(s.floats({}, 1));
  made.out.insert(made.out.begin() + 1, s.real({made.most}));
  s.add(made.mark, nook::NonMaxSuppressionV5::Attrs{}, made.in, made.out);
  return TensorId::kNone;
}

}  // namespace generated
