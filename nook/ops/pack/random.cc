#include "nook/ops/pack/pack_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_pack(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) == nook::kMaxRank) return TensorId::kNone;
  const auto mark = s.mark();
  std::vector<TensorId> fitting = {x}, parts = {x};
  for (const TensorId t : live)
    if (s.graph.same_quantization(t, x) && s.shape(t) == s.shape(x)) fitting.push_back(t);
  for (int32_t more = s.choose.in(0, 3); more > 0; --more)
    parts.push_back(s.choose.chance(15) ? s.constant_like(x, s.dims(x)) : s.choose.of(fitting));
  nook::Pack::Attrs attrs;
  attrs.axis = s.choose.in(0, s.rank(x));
  Ints shape = s.dims(x);
  shape.insert(shape.begin() + attrs.axis, static_cast<int32_t>(parts.size()));
  if (s.choose.chance(20)) attrs.axis -= s.rank(x) + 1;
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, parts, y) ? y : TensorId::kNone;
}

}  // namespace generated
