#include "nook/ops/slide_window/slide_window_op.h"
#include "tests/generated/steps.h"

namespace generated {

// A window of rows whose last rows are x. Its first rows may be x too.
TensorId random_slide_window(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  const int32_t rows = s.dim(x, axis);
  const bool both = s.choose.chance(30);
  Ints shape = s.dims(x);
  shape[static_cast<size_t>(axis)] = rows * (both ? 2 : 1) + s.choose.in(0, 4);
  const TensorId y = s.kept(s.alike(x, shape));
  nook::SlideWindow::Attrs attrs;
  attrs.axis = axis, attrs.shift = s.choose.in(1, rows), attrs.runs = s.choose.in(0, 3);
  return s.add(mark, attrs, {x, both ? x : TensorId::kNone}, y) ? y : TensorId::kNone;
}

}  // namespace generated
