#include "nook/ops/log_softmax/log_softmax_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_log_softmax(Sketch& s, const Live&, TensorId x) {
  return of_one_shape<nook::LogSoftmax::Attrs>(s, x, 1.0f / 16, 127);
}

}  // namespace generated
