#include "nook/ops/broadcast_to/broadcast_to_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_broadcast_to(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints shape = s.dims(x);
  for (int32_t& size : shape)
    if (size == 1) size = s.choose.in(1, 4);
  if (s.rank(x) < nook::kMaxRank && s.choose.chance(40)) shape.insert(shape.begin(), s.choose.in(1, 3));
  const TensorId to = s.integers({static_cast<int32_t>(shape.size())}, shape);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::BroadcastTo::Attrs{}, {x, to}, y) ? y : TensorId::kNone;
}

}  // namespace generated
