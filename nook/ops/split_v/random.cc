#include "nook/ops/split_v/split_v_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_split_v(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const size_t axis = static_cast<size_t>(s.choose.in(0, s.rank(x) - 1));
  Ints part = s.dims(x), sizes;
  for (int32_t left = part[axis]; left > 0; left -= sizes.back())
    sizes.push_back(sizes.size() < 5 ? s.choose.in(1, left) : left);
  std::vector<TensorId> parts;
  const TensorId listed = s.integers({static_cast<int32_t>(sizes.size())}, sizes);
  const TensorId at = s.integers({1}, {static_cast<int32_t>(axis)});
  for (const int32_t size : sizes) part[axis] = size, parts.push_back(s.alike(x, part));
  return s.add(mark, nook::SplitV::Attrs{}, {x, listed, at}, parts) ? of_parts(s, live, parts)
                                                                    : TensorId::kNone;
}

}  // namespace generated
