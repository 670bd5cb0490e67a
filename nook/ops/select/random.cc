#include "nook/ops/select/select_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Selects between x and another tensor of its shape, or x itself, by whether each element is greater than a
// constant.
TensorId random_select(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const TensorId other = another_like(s, live, x);
  const TensorId condition = s.rank(x) > 0 ? truth_about(s, x) : TensorId::kNone;
  if (condition == TensorId::kNone) return TensorId::kNone;
  const TensorId y = s.alike(x, s.dims(x));
  return s.add(mark, nook::Select::Attrs{}, {condition, x, other}, y) ? y : TensorId::kNone;
}

}  // namespace generated
