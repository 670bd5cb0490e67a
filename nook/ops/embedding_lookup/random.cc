#include "nook/ops/embedding_lookup/embedding_lookup_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_embedding_lookup(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  Ints shape = s.dims(x), indices(static_cast<size_t>(s.choose.in(1, 6)));
  for (int32_t& at : indices) at = s.choose.in(0, shape[0] - 1);
  shape[0] = static_cast<int32_t>(indices.size());
  const TensorId which = s.integers({shape[0]}, indices);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::EmbeddingLookup::Attrs{}, {which, x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
