#include "nook/ops/gather/gather_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_gather(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  nook::Gather::Attrs attrs;
  attrs.axis = s.choose.in(0, s.rank(x) - 1);
  Ints shape = s.dims(x), indices(static_cast<size_t>(s.choose.in(1, 8)));
  int32_t& along = shape[static_cast<size_t>(attrs.axis)];
  for (int32_t& at : indices) at = s.choose.in(0, along - 1);
  along = static_cast<int32_t>(indices.size());
  if (s.choose.chance(20)) attrs.axis -= s.rank(x);
  const TensorId which = s.integers({along}, indices);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x, which}, y) ? y : TensorId::kNone;
}

}  // namespace generated
