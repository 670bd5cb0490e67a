#include "nook/ops/add_n/add_n_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_add_n(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = s.dims(x);
  std::vector<TensorId> all = {x};
  for (const TensorId t : live)
    if (s.graph[t].type == s.graph[x].type && s.shape(t) == s.shape(x) &&
        s.graph[t].scales == s.graph[x].scales && s.graph[t].zero_point == s.graph[x].zero_point)
      all.push_back(t);
  if (s.choose.chance(50)) all.push_back(s.constant_like(x, shape));
  const TensorId y = s.result(x, shape, s.spread(x) * static_cast<float>(all.size()));
  return s.add(mark, nook::AddN::Attrs{}, all, y) ? y : TensorId::kNone;
}

}  // namespace generated
