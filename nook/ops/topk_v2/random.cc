#include "nook/ops/topk_v2/topk_v2_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_topk_v2(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  Ints shape = s.dims(x);
  const int32_t count = s.choose.in(1, shape.back());
  shape.back() = count;
  const TensorId k = s.integers({1}, {count}), values = s.alike(x, shape), indices = s.indices(shape);
  const std::vector<TensorId> out = {values, indices};
  return s.add(mark, nook::TopkV2::Attrs{}, {x, k}, out) ? values : TensorId::kNone;
}

}  // namespace generated
