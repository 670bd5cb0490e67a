#include "nook/ops/svdf/svdf_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Uses x as [batch][in], whatever its shape is.
TensorId random_svdf(Sketch& s, const Live& live, TensorId x) {
  (void)live;
  const auto mark = s.mark();
  if (s.rank(x) != 2 || s.is_wide(x)) return TensorId::kNone;
  const int32_t batch = s.dim(x, 0), in = s.dim(x, 1), units = s.choose.in(1, 6), memory = s.choose.in(1, 5);
  nook::Svdf::Attrs attrs;
  attrs.rank = s.choose.in(1, 2);
  const int32_t filters = units * attrs.rank, kept = batch * filters * memory;
  const TensorId y = s.result(x, {batch, units}, s.spread(x));
  if (s.is_float(x)) {
    const bool bytes = s.choose.chance(40);
    attrs.asymmetric = bytes && s.choose.chance(50);
    const auto weights = [&](const Ints& shape) {
      return bytes ? s.bytes(shape, 0.01f, 0) : s.floats(shape, 1);
    };
    const std::vector<TensorId> in_order = {x, weights({filters, in}), weights({filters, memory}),
                                            s.floats({units}, 1), s.kept(s.real({batch, filters * memory}))};
    return s.add(mark, attrs, in_order, y) ? y : TensorId::kNone;
  }
  const bool narrow = s.choose.chance(30) || kept == 0;
  const float scale = s.spread(x) / 100;
  const TensorId state = s.kept(narrow ? s.quantized({batch, filters * memory}, scale, s.choose.in(-20, 20))
                                       : s.wide({batch, filters * memory}, scale / 200));
  const TensorId w = s.bytes({filters, in}, 0.01f, 0);
  const TensorId time = narrow ? s.bytes({filters, memory}, 0.01f, 0)
                               : s.constant_like(s.wide({1}, 0.0001f), {filters, memory});
  const TensorId bias = s.choose.chance(70) ? s.bias(x, w, units, 1, 3000) : TensorId::kNone;
  return s.add(mark, attrs, {x, w, time, bias, state}, y) ? y : TensorId::kNone;
}

}  // namespace generated
