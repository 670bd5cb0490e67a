#include "nook/ops/cumsum/cumsum_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_cumsum(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  const TensorId at = s.integers({1}, {s.choose.chance(50) ? axis : axis - s.rank(x)});
  const TensorId y = s.result(x, s.dims(x), s.spread(x) * 2);
  const nook::Cumsum::Attrs attrs{s.choose.chance(50), s.choose.chance(50)};
  return s.add(mark, attrs, {x, at}, y) ? y : TensorId::kNone;
}

}  // namespace generated
