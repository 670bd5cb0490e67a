#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_resize_bilinear(Sketch& s, const Live&, TensorId x) {
  return resized<nook::ResizeBilinear::Attrs>(s, x);
}

}  // namespace generated
