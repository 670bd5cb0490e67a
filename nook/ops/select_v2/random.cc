#include "nook/ops/select_v2/select_v2_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Selects between x, or a single element, and another tensor of its shape, or x itself, by whether each
// element of x is greater than a constant.
TensorId random_select_v2(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const TensorId other = another_like(s, live, x);
  const TensorId condition = s.rank(x) > 0 ? truth_about(s, x) : TensorId::kNone;
  if (condition == TensorId::kNone) return TensorId::kNone;
  const TensorId single = s.constant_like(x, {1});
  const TensorId y = s.alike(x, s.dims(x));
  const TensorId a = s.choose.chance(30) ? single : x;
  return s.add(mark, nook::SelectV2::Attrs{}, {condition, a, other}, y) ? y : TensorId::kNone;
}

}  // namespace generated
