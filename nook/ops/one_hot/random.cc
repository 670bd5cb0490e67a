#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/one_hot/one_hot_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Expands the index of the largest element along an axis.
TensorId random_one_hot(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x) - 1),
                depth = s.choose.in(1, s.dims(x)[static_cast<size_t>(axis)] + 1);
  Ints shape = s.dims(x);
  shape.erase(shape.begin() + axis);
  const TensorId index = s.indices(shape);
  if (!s.add(mark, nook::ArgMax::Attrs{}, {x, s.integers({1}, {axis})}, index)) return TensorId::kNone;
  nook::OneHot::Attrs attrs;
  attrs.axis = s.choose.in(-1, s.rank(index));
  shape.insert(attrs.axis < 0 ? shape.end() : shape.begin() + attrs.axis, depth);
  const auto more = s.mark();
  const TensorId on = s.constant_like(x, {}), off = s.constant_like(x, {}), y = s.alike(x, shape);
  return s.add(more, attrs, {index, s.integers({}, {depth}), on, off}, y) ? y : TensorId::kNone;
}

}  // namespace generated
