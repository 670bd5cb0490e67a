#include "nook/ops/reverse_v2/reverse_v2_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_reverse_v2(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints axes;
  for (int32_t d = 0; d < s.rank(x); ++d)
    if (s.choose.chance(40)) axes.push_back(s.choose.chance(20) ? d - s.rank(x) : d);
  if (axes.empty()) return TensorId::kNone;
  const TensorId at = s.integers({static_cast<int32_t>(axes.size())}, axes);
  const TensorId y = s.alike(x, s.dims(x));
  return s.add(mark, nook::ReverseV2::Attrs{}, {x, at}, y) ? y : TensorId::kNone;
}

}  // namespace generated
