#include <cmath>

#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_transpose_conv(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4) return TensorId::kNone;
  const auto mark = s.mark();
  nook::TransposeConv::Attrs attrs;
  attrs.stride_h = s.choose.in(1, 3), attrs.stride_w = s.choose.in(1, 3);
  attrs.activation = activation(s);
  const bool same = s.choose.chance(50);
  if (same) attrs.padding.mode = nook::PadMode::kSame;
  const int32_t h = s.choose.in(1, 4), w = s.choose.in(1, 4), out = s.choose.in(1, 6);
  const Ints shape = {s.dim(x, 0),
                      same ? s.dim(x, 1) * attrs.stride_h : (s.dim(x, 1) - 1) * attrs.stride_h + h,
                      same ? s.dim(x, 2) * attrs.stride_w : (s.dim(x, 2) - 1) * attrs.stride_w + w, out};
  const Ints filter = {out, h, w, s.dim(x, 3)};
  const float root = std::sqrt(static_cast<float>(h * w * s.dim(x, 3)));
  const TensorId weights =
      s.is_float(x) ? s.floats(filter, 1.5f / root) : s.weights(filter, s.choose.chance(25) ? -1 : 0);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  TensorId bias = TensorId::kNone;
  if (s.choose.chance(75)) bias = s.bias(x, weights, out, in_scale, static_cast<int32_t>(root * 3000));
  const TensorId size = s.integers({4}, shape);
  const TensorId y = s.result(x, shape, s.spread(x) * 0.01f * root * 75);
  return s.add(mark, attrs, {size, weights, x, bias}, y) ? y : TensorId::kNone;
}

}  // namespace generated
