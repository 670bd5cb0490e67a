#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_l2_pool2d(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) != 4 || !s.is_float(x)) return TensorId::kNone;
  const auto mark = s.mark();
  nook::L2Pool2D::Attrs attrs;
  if (s.choose.chance(50)) attrs.padding.mode = nook::PadMode::kSame;
  attrs.filter_h = s.choose.in(1, 3), attrs.filter_w = s.choose.in(1, 3);
  attrs.stride_h = s.choose.in(1, 2), attrs.stride_w = s.choose.in(1, 2);
  attrs.activation = activation(s);
  const auto rows = nook::place({s.dim(x, 1), attrs.filter_h, attrs.stride_h, 1}, attrs.padding.mode, 0, 0);
  const auto columns =
      nook::place({s.dim(x, 2), attrs.filter_w, attrs.stride_w, 1}, attrs.padding.mode, 0, 0);
  if (!rows || !columns) return TensorId::kNone;
  const TensorId y = s.alike(x, {s.dim(x, 0), rows->out, columns->out, s.dim(x, 3)});
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
