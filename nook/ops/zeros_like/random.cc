#include "nook/ops/zeros_like/zeros_like_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_zeros_like(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const TensorId y = s.alike(x, s.dims(x));
  return s.add(mark, nook::ZerosLike::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
