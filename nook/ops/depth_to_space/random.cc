#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_depth_to_space(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  const Ints d = s.dims(x);
  const int32_t n = d[3] % 9 == 0 && s.choose.chance(50) ? 3 : 2;
  const TensorId y = s.alike(x, {d[0], d[1] * n, d[2] * n, d[3] / (n * n)});
  return s.add(mark, nook::DepthToSpace::Attrs{n}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
