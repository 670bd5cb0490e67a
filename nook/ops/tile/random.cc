#include "nook/ops/tile/tile_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_tile(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  Ints shape = s.dims(x), times(shape.size(), 1);
  for (size_t d = 0; d < shape.size(); ++d)
    if (s.choose.chance(40)) times[d] = s.choose.in(1, 3), shape[d] *= times[d];
  const TensorId how_often = s.integers({static_cast<int32_t>(times.size())}, times);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Tile::Attrs{}, {x, how_often}, y) ? y : TensorId::kNone;
}

}  // namespace generated
