#include "nook/ops/mean_of_sums/mean_of_sums_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Means of x as sums of several elements each.
TensorId random_mean_of_sums(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const int rank = s.rank(x);
  if (rank < 3 || rank > 4 || !s.is_wide(x) || s.graph[x].scales.size() != 1) return TensorId::kNone;
  const int32_t batch = s.dim(x, 0), channels = s.dim(x, rank - 1);
  if (batch == 0 || channels == 0) return TensorId::kNone;
  nook::MeanOfSums::Attrs attrs;
  attrs.count = s.elements(x) / batch / channels * s.choose.in(1, 128);
  attrs.pooled = s.choose.chance(40);
  if (s.choose.chance(30)) attrs.least = s.choose.in(-128, 0), attrs.most = s.choose.in(0, 127);
  const TensorId y =
      s.quantized({batch, channels}, s.graph[x].scales[0] * static_cast<float>(s.choose.in(1, 200)),
                  s.choose.in(-128, 127));
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
