#include "nook/ops/arg_min/arg_min_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_arg_min(Sketch& s, const Live&, TensorId x) {
  return index_along_an_axis<nook::ArgMin::Attrs>(s, x);
}

}  // namespace generated
