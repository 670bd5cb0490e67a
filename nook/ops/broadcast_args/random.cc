#include "nook/ops/broadcast_args/broadcast_args_op.h"
#include "nook/ops/shape/shape_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Broadcasts the shape of x and another one. Only the program reads the result; no operator does.
TensorId random_broadcast_args(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const TensorId shape = s.indices({s.rank(x)});
  if (!s.add(mark, nook::ShapeOf::Attrs{}, {x}, shape)) return TensorId::kNone;
  Ints other = s.dims(x);
  for (int32_t& n : other)
    if (s.choose.chance(50)) n = 1;
  const auto more = s.mark();
  s.add(more, nook::BroadcastArgs::Attrs{}, {shape, s.integers({s.rank(x)}, other)}, s.indices({s.rank(x)}));
  return TensorId::kNone;
}

}  // namespace generated
