#include "nook/ops/lookup/lookup_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_lookup(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const TensorId table = s.bytes({NOOK_LOOKUP_SIZE}, 0.02f, 0), y = s.result(x, s.dims(x), s.spread(x));
  return s.add(mark, nook::Lookup::Attrs{}, {x, table}, y) ? y : TensorId::kNone;
}

}  // namespace generated
