#include <cmath>
#include <utility>

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "tests/generated/steps.h"

namespace generated {

// x with itself transposed, or with a constant.
TensorId random_batch_matmul(Sketch& s, const Live&, TensorId x) {
  const int rank = s.rank(x);
  if (rank < 2) return TensorId::kNone;
  const auto mark = s.mark();
  nook::BatchMatmul::Attrs attrs{s.choose.chance(50), s.choose.chance(50)};
  Ints of_x = s.dims(x), shape = of_x;
  const size_t last = shape.size() - 1;
  if (attrs.adj_x) std::swap(shape[last], shape[last - 1]);
  const int32_t depth = shape[last];
  TensorId b = x;
  if (s.choose.chance(60)) {
    Ints of_b = of_x;
    if (s.choose.chance(50)) of_b.assign(of_b.size(), 1);
    shape[last] = s.choose.in(1, 6);
    of_b[last - 1] = attrs.adj_y ? shape[last] : depth, of_b[last] = attrs.adj_y ? depth : shape[last];
    const bool symmetric = !s.is_float(x) && !s.is_wide(x) && s.choose.chance(50);
    b = symmetric ? s.bytes(of_b, 0.01f, 0) : s.constant_like(x, of_b);
  } else {
    attrs.adj_y = !attrs.adj_x, shape[last] = shape[last - 1];
  }
  const TensorId y = s.result(x, shape, s.spread(x) * s.spread(b) * std::sqrt(static_cast<float>(depth)));
  return s.add(mark, attrs, {x, b}, y) ? y : TensorId::kNone;
}

}  // namespace generated
