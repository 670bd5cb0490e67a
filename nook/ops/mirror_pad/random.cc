#include <algorithm>

#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_mirror_pad(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const nook::MirrorPad::Attrs attrs{s.choose.chance(50)};
  Ints shape = s.dims(x), by;
  for (int32_t& size : shape) {
    const int32_t most = std::min(3, attrs.symmetric ? size : size - 1);
    const bool here = s.choose.chance(40);
    by.push_back(here ? s.choose.in(0, most) : 0), by.push_back(here ? s.choose.in(0, most) : 0);
    size += by[by.size() - 1] + by[by.size() - 2];
  }
  const TensorId margins = s.integers({static_cast<int32_t>(shape.size()), 2}, by);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x, margins}, y) ? y : TensorId::kNone;
}

}  // namespace generated
