#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_space_to_depth(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t n = s.choose.in(2, 3);
  const Ints d = s.dims(x);
  const TensorId y = s.alike(x, {d[0], d[1] / n, d[2] / n, d[3] * n * n});
  return s.add(mark, nook::SpaceToDepth::Attrs{n}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
