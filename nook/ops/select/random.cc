#include "nook/ops/greater/greater_op.h"
#include "nook/ops/select/select_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Selects between x and another tensor of its shape, or x itself, by whether each element is greater than a
// constant.
TensorId random_select(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const Ints shape(s.shape(x).dim, s.shape(x).dim + s.rank(x));
  const TensorId other = another_like(s, live, x);
  const TensorId limit = s.constant_like(x, {1});
  const TensorId condition = s.truth(shape);
  if (s.rank(x) == 0 || !s.add(mark, nook::Greater::Attrs{}, {x, limit}, condition)) return TensorId::kNone;
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Select::Attrs{}, {condition, x, other}, y) ? y : TensorId::kNone;
}

}  // namespace generated
