#include "nook/ops/logical_not/logical_not_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Only the program reads the result; no operator does.
TensorId random_logical_not(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const TensorId truth = truth_about(s, x);
  if (truth != TensorId::kNone) s.add(mark, nook::LogicalNot::Attrs{}, {truth}, s.truth(s.dims(x)));
  return TensorId::kNone;
}

}  // namespace generated
