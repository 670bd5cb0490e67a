#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_resize_bilinear(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  nook::ResizeBilinear::Attrs attrs;
  if (s.choose.chance(50)) (s.choose.chance(50) ? attrs.align_corners : attrs.half_pixel_centers) = true;
  Ints shape = s.dims(x);
  shape[1] = s.choose.in(1, 2 * shape[1] + 1), shape[2] = s.choose.in(1, 2 * shape[2] + 1);
  const TensorId size = s.integers({2}, {shape[1], shape[2]});
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x, size}, y) ? y : TensorId::kNone;
}

}  // namespace generated
