#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_dynamic_update_slice(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  Ints shape = s.dims(x), start;
  for (int32_t& size : shape) {
    start.push_back(s.choose.in(-1, size));
    if (s.choose.chance(50)) size = s.choose.in(1, size);
  }
  const TensorId update = s.constant_like(x, shape), at = s.integers({s.rank(x)}, start);
  const TensorId y = s.alike(x, s.dims(x));
  return s.add(mark, nook::DynamicUpdateSlice::Attrs{}, {x, update, at}, y) ? y : TensorId::kNone;
}

}  // namespace generated
