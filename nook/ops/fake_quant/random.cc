#include "nook/ops/fake_quant/fake_quant_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_fake_quant(Sketch& s, const Live&, TensorId x) {
  if (!s.is_float(x)) return TensorId::kNone;
  const auto mark = s.mark();
  const float most = s.spread(x) + 0.1f;
  const nook::FakeQuant::Attrs attrs = {s.choose.chance(50) ? -most : 0, most, s.choose.in(2, 16), false};
  const TensorId y = s.real(s.dims(x));
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
