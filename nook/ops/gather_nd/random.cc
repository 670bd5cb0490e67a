#include "nook/ops/gather_nd/gather_nd_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_gather_nd(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t depth = s.choose.in(1, s.rank(x)), count = s.choose.in(1, 6);
  Ints shape = s.dims(x), indices;
  for (int32_t i = 0; i < count; ++i)
    for (int32_t d = 0; d < depth; ++d) indices.push_back(s.choose.in(0, s.dim(x, d) - 1));
  shape.erase(shape.begin(), shape.begin() + depth);
  shape.insert(shape.begin(), count);
  const TensorId which = s.integers({count, depth}, indices);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::GatherNd::Attrs{}, {x, which}, y) ? y : TensorId::kNone;
}

}  // namespace generated
