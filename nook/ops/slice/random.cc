#include "nook/ops/slice/slice_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_slice(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  Ints shape = s.dims(x), begin, sizes;
  for (int32_t& size : shape) {
    begin.push_back(s.choose.chance(50) ? s.choose.in(0, size - 1) : 0);
    const int32_t left = size - begin.back();
    size = s.choose.chance(50) ? s.choose.in(1, left) : left;
    sizes.push_back(size == left && s.choose.chance(50) ? -1 : size);
  }
  const Ints of = {s.rank(x)};
  const std::vector<TensorId> in = {x, s.integers(of, begin), s.integers(of, sizes)};
  const TensorId y = s.alike(x, shape);
  return s.add(mark, nook::Slice::Attrs{}, in, y) ? y : TensorId::kNone;
}

}  // namespace generated
