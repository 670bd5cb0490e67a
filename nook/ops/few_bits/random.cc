#include <algorithm>

#include "nook/ops/few_bits/few_bits_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Any weights and marks: the codes of x beyond its bits count as their low bits.
TensorId random_few_bits(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0 || s.graph[x].type != nook::DType::kS8) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t depth = s.dims(x).back(), channels = s.choose.in(1, 8), marks = s.choose.in(1, 5);
  nook::FewBits::Attrs a;
  a.layout = s.choose.in(NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_BYTES);
  a.w_bits = s.choose.in(1, 2), a.x_bits = s.choose.in(1, 2);
  a.x_low = -1, a.both = 2, a.ones = -2;
  Ints shape = s.dims(x), values;
  shape.back() = channels;
  const TensorId w = s.bytes({channels, nook::few_bits_row(a.layout, a.w_bits, depth)}, 0.01f, 0);
  s.graph[w].scales.clear();
  if (s.choose.chance(30)) {
    const TensorId y = s.real(shape);
    return s.add(mark, a, {x, w, s.floats({channels, 2}, 1)}, y) ? y : TensorId::kNone;
  }
  for (int32_t c = 0; c < channels; ++c) {
    Ints of_channel(static_cast<size_t>(marks));
    for (int32_t& at : of_channel) at = s.choose.in(-depth, depth);
    std::sort(of_channel.begin(), of_channel.end());
    values.insert(values.end(), of_channel.begin(), of_channel.end());
  }
  a.first = -marks, a.step = 2;
  const TensorId y = s.quantized(shape, 0.5f, 0);
  return s.add(mark, a, {x, w, s.integers({channels, marks}, values)}, y) ? y : TensorId::kNone;
}

}  // namespace generated
