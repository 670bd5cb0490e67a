#include "nook/ops/l2_normalization/l2_normalization_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_l2_normalization(Sketch& s, const Live&, TensorId x) {
  return of_one_shape<nook::L2Normalization::Attrs>(s, x, 1.0f / 128, 0);
}

}  // namespace generated
