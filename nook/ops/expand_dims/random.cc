#include "nook/ops/expand_dims/expand_dims_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_expand_dims(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == nook::kMaxRank) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x));
  Ints shape = s.dims(x);
  shape.insert(shape.begin() + axis, 1);
  const TensorId at = s.integers({1}, {axis});
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::ExpandDims::Attrs{}, {x, at}, y) ? y : TensorId::kNone;
}

}  // namespace generated
