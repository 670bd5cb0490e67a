#include "nook/ops/padv2/padv2_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_padv2(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints shape = s.dims(x), by;
  for (int32_t& size : shape) {
    const bool here = s.choose.chance(40);
    by.push_back(here ? s.choose.in(0, 3) : 0), by.push_back(here ? s.choose.in(0, 3) : 0);
    size += by[by.size() - 1] + by[by.size() - 2];
  }
  const TensorId margins = s.integers({static_cast<int32_t>(shape.size()), 2}, by);
  const TensorId value = s.constant_like(x, {});
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Padv2::Attrs{}, {x, margins, value}, y) ? y : TensorId::kNone;
}

}  // namespace generated
