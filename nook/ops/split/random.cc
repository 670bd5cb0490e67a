#include "nook/ops/split/split_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_split(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int axis = s.choose.in(0, s.rank(x) - 1);
  Ints part(s.shape(x).dim, s.shape(x).dim + s.rank(x));
  Ints divisors;
  for (int32_t n = 1; n <= part[static_cast<size_t>(axis)] && n <= 6; ++n)
    if (part[static_cast<size_t>(axis)] % n == 0) divisors.push_back(n);
  const int32_t count = s.choose.of(divisors);
  part[static_cast<size_t>(axis)] /= count;
  const TensorId at = s.integers({1}, {s.choose.chance(50) ? axis : axis - s.rank(x)});
  std::vector<TensorId> parts;
  for (int32_t i = 0; i < count; ++i) parts.push_back(s.alike(x, part));
  return s.add(mark, nook::Split::Attrs{}, {at, x}, parts) ? of_parts(s, live, parts) : TensorId::kNone;
}

}  // namespace generated
