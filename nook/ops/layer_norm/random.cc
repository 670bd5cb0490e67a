#include "nook/ops/layer_norm/layer_norm_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Normalizes the innermost dimensions of x, with or without gamma and beta.
TensorId random_layer_norm(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  nook::LayerNorm::Attrs attrs;
  attrs.centred = s.choose.chance(70), attrs.epsilon = s.choose.chance(80) ? 1e-3f : 0.5f;
  attrs.dimensions = s.choose.in(1, std::min(s.rank(x), 2));
  int32_t depth = 1;
  for (int i = 0; i < attrs.dimensions; ++i) depth *= s.dim(x, s.rank(x) - 1 - i);
  constexpr float kUnit = 1.0f / 8192;
  TensorId gamma = TensorId::kNone, beta = TensorId::kNone;
  const bool has_gamma = s.choose.chance(80), has_beta = s.choose.chance(60);
  if (has_gamma) gamma = s.is_float(x) ? s.floats({depth}, 2) : s.halfwords({depth}, kUnit);
  if (has_beta) {
    const float unit = has_gamma ? kUnit : 1.0f / 16384;
    Ints values(static_cast<size_t>(depth));
    for (int32_t& v : values) v = s.draw(-(1 << 22), 1 << 22);
    beta = s.is_float(x) ? s.floats({depth}, 1) : s.integers({depth}, values);
    if (!s.is_float(x)) s.graph[beta].scales = {unit / (1 << NOOK_NORM_BETA_BITS)};
  }
  const TensorId y = s.result(x, s.dims(x), 3);
  return s.add(mark, attrs, {x, gamma, beta}, y) ? y : TensorId::kNone;
}

}  // namespace generated
