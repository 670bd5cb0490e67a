#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_resize_nearest_neighbor(Sketch& s, const Live&, TensorId x) {
  return resized<nook::ResizeNearestNeighbor::Attrs>(s, x);
}

}  // namespace generated
