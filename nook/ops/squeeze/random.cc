#include <algorithm>

#include "nook/ops/squeeze/squeeze_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_squeeze(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints shape;
  for (const int32_t size : s.dims(x))
    if (size > 1 || s.choose.chance(50)) shape.push_back(size);
  // In a file, a SQUEEZE that names no dimension removes all of size 1.
  const bool removes_none = static_cast<int>(shape.size()) == s.rank(x);
  if (removes_none && std::ranges::find(shape, 1) != shape.end()) return TensorId::kNone;
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Squeeze::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
