#include "nook/ops/shape/shape_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Only the program reads the result; no operator does.
TensorId random_shape(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  s.add(mark, nook::ShapeOf::Attrs{}, {x}, s.indices({s.rank(x)}));
  return TensorId::kNone;
}

}  // namespace generated
