#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Often followed by the inverse, as in models.
TensorId random_space_to_batch_nd(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  Ints shape = s.dims(x), block, by;
  for (size_t d = 1; d <= 2; ++d) {
    block.push_back(s.choose.in(1, 3));
    const int32_t before = s.choose.in(0, 2);
    by.push_back(before), by.push_back((block.back() - (shape[d] + before) % block.back()) % block.back());
    shape[0] *= block.back(), shape[d] = (shape[d] + by[by.size() - 1] + before) / block.back();
  }
  const TensorId blocks = s.integers({2}, block), margins = s.integers({2, 2}, by);
  const TensorId y = s.alike(x, shape);
  if (!s.add(mark, nook::SpaceToBatchNd::Attrs{}, {x, blocks, margins}, y)) return TensorId::kNone;
  if (s.choose.chance(50)) return y;
  const auto back = s.mark();
  const TensorId z = s.alike(x, s.dims(x));
  return s.add(back, nook::BatchToSpaceNd::Attrs{}, {y, blocks, margins}, z) ? z : y;
}

}  // namespace generated
