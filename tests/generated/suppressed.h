// Random operands of the operators of non-maximum suppression.
#pragma once
#include "tests/generated/steps.h"

namespace generated {

// Takes boxes from x; scores and limits are constants. Only the program reads the results; no operator does.
struct Suppressed {
  Sketch::Mark mark;
  int32_t most = 0;
  std::vector<TensorId> in, out;

  Suppressed(Sketch& s, TensorId x) : mark(s.mark()) {
    const int32_t boxes = s.elements(x) / 4;
    if (!s.is_float(x) || s.elements(x) % 4 != 0 || boxes < 1 || boxes > 60) return;
    most = s.choose.in(1, 8);
    in = {in_shape(s, x, {boxes, 4}), s.floats({boxes}, 1), s.integers({}, {most}), s.floats({}, 1),
          s.floats({}, 1)};
    out = {s.indices({most}), s.indices({})};
  }
  bool fits() const { return !in.empty(); }
};

}  // namespace generated
