#include "nook/ops/block_sums/block_sums_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Sums of x in blocks that divide its rows and columns.
TensorId random_block_sums(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const int rank = s.rank(x);
  if (rank < 3 || rank > 4 || s.graph[x].type != nook::DType::kS8 || s.graph[x].scales.size() != 1)
    return TensorId::kNone;
  const auto divisor = [&](int32_t n) {
    Ints all;
    for (int32_t i = 1; i <= n && i <= NOOK_MOST_BLOCK; ++i)
      if (n % i == 0) all.push_back(i);
    return s.choose.of(all);
  };
  nook::BlockSums::Attrs attrs;
  attrs.height = divisor(s.dim(x, 1));
  if (rank == 4) attrs.width = divisor(s.dim(x, 2));
  Ints shape = s.dims(x);
  shape[1] /= attrs.height;
  if (rank == 4) shape[2] /= attrs.width;
  const TensorId y = s.wide(shape, s.graph[x].scales[0]);
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
