#include <algorithm>
#include <cstring>

#include "nook/ops/levels/levels_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_levels(Sketch& s, const Live&, TensorId x) {
  if (!s.is_float(x) || s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t channels = s.choose.chance(50) ? 1 : s.dims(x).back(), marks = s.choose.in(1, 6);
  Ints values;
  for (int32_t c = 0; c < channels; ++c) {
    Ints of_channel(static_cast<size_t>(marks));
    for (int32_t& at : of_channel) {
      const float number = static_cast<float>(s.choose.in(-100, 100)) / 50;
      uint32_t bits;
      std::memcpy(&bits, &number, sizeof bits);
      at = nook_levels_place(bits);
    }
    std::sort(of_channel.begin(), of_channel.end());
    values.insert(values.end(), of_channel.begin(), of_channel.end());
  }
  nook::Levels::Attrs a;
  a.first = -marks, a.step = s.choose.in(1, 2);
  const TensorId y = s.quantized(s.dims(x), 0.5f, 0);
  return s.add(mark, a, {x, s.integers({channels, marks}, values)}, y) ? y : TensorId::kNone;
}

}  // namespace generated
