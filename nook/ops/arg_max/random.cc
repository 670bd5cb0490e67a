#include "nook/ops/arg_max/arg_max_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Nobody reads the indices but the program that gets them.
TensorId random_arg_max(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  Ints shape(s.shape(x).dim, s.shape(x).dim + s.rank(x));
  shape.erase(shape.begin() + axis);
  const TensorId at = s.integers({1}, {s.choose.chance(50) ? axis : axis - s.rank(x)});
  s.add(mark, nook::ArgMax::Attrs{}, {x, at}, s.indices(shape));
  return TensorId::kNone;
}

}  // namespace generated
