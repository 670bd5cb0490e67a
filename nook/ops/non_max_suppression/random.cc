#include "nook/ops/non_max_suppression/non_max_suppression_op.h"
#include "tests/generated/suppressed.h"

namespace generated {

TensorId random_non_max_suppression(Sketch& s, const Live&, TensorId x) {
  const Suppressed made(s, x);
  if (!made.fits()) return TensorId::kNone;
  const int32_t boxes = s.dim(made.in[0], 0), classes = s.choose.in(1, 3);
  nook::NonMaxSuppression::Attrs attrs;
  attrs.centred = s.choose.chance(50), attrs.limited = s.choose.chance(50);
  attrs.iou_threshold = 0.3f, attrs.score_threshold = 0.1f;
  attrs.most = std::min(made.most, boxes);
  const TensorId images = in_shape(s, made.in[0], {1, boxes, 4}), scores = s.floats({1, classes, boxes}, 1);
  s.add(made.mark, attrs, {images, scores}, s.indices({classes * attrs.most, 3}));
  return TensorId::kNone;
}

}  // namespace generated
