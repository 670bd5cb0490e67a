#include "nook/ops/fill/fill_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_fill(Sketch& s, const Live&, TensorId x) {
  if (s.elements(x) != 1) return TensorId::kNone;
  const auto mark = s.mark();
  const Ints shape = {1, s.choose.in(1, 8), s.choose.in(1, 8), s.choose.in(1, 6)};
  const TensorId to = s.integers({4}, shape);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Fill::Attrs{}, {to, x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
