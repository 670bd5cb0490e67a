#include "nook/ops/cast/cast_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_cast(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = s.dims(x);
  const TensorId y = s.choose.chance(70) != s.is_float(x) ? s.real(shape) : s.quantized(shape, 0.5f, 0);
  return s.add(mark, nook::Cast::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
