#include "nook/ops/leaky_relu/leaky_relu_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_leaky_relu(Sketch& s, const Live&, TensorId x) {
  static const std::vector<float> alphas = {0.01f, 0.2f, 0.5f, 1.0f, 1.5f, -0.3f};
  const auto mark = s.mark();
  const TensorId y = s.result(x, s.dims(x), s.spread(x));
  return s.add(mark, nook::LeakyRelu::Attrs{s.choose.of(alphas)}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
