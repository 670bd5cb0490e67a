#include <algorithm>

#include "nook/ops/few_bits/few_bits_op.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

// A window over an image, or the last dimension of any x: the depth, and the shape of the result.
int32_t choose_window(Sketch& s, TensorId x, int32_t channels, nook::FewBits::Attrs* a, Ints* shape) {
  *shape = s.dims(x), shape->back() = channels;
  const int32_t in_c = s.dims(x).back();
  if (shape->size() != 4 || s.choose.chance(40)) return in_c;
  a->filter_h = s.choose.in(1, 3), a->filter_w = s.choose.in(1, 3);
  a->stride_h = s.choose.in(1, 2), a->stride_w = s.choose.in(1, 2);
  a->dilation_h = s.choose.in(1, 2), a->pad_top = s.choose.in(0, 2), a->pad_left = s.choose.in(0, 1);
  if (in_c == channels && s.choose.chance(50)) a->groups = in_c;
  (*shape)[1] = ((*shape)[1] + a->pad_top - 1) / a->stride_h + 1;
  (*shape)[2] = ((*shape)[2] + a->pad_left - 1) / a->stride_w + 1;
  return a->filter_h * a->filter_w * (in_c / a->groups);
}

}  // namespace

// Any weights and marks: the codes of x beyond its bits count as their low bits.
TensorId random_few_bits(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0 || s.graph[x].type != nook::DType::kS8) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t channels = s.choose.chance(30) ? s.dims(x).back() : s.choose.in(1, 8);
  const int32_t marks = s.choose.in(1, 5);
  nook::FewBits::Attrs a;
  Ints shape, values;
  const int32_t depth = choose_window(s, x, channels, &a, &shape);
  a.layout = s.choose.in(NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_PACKED);
  a.w_bits = 1 << s.choose.in(0, a.layout == NOOK_FEW_BITS_PLANES ? 1 : 3), a.x_bits = s.choose.in(1, 2);
  a.x_low = -1, a.both = 2, a.ones = -2;
  const TensorId w = s.bytes({channels, nook::few_bits_row(a.layout, a.w_bits, depth)}, 0.01f, 0);
  s.graph[w].scales.clear();
  if (s.choose.chance(30)) {
    const TensorId y = s.real(shape);
    return s.add(mark, a, {x, w, s.floats({channels, 2}, 1)}, y) ? y : TensorId::kNone;
  }
  const bool rescales = s.choose.chance(40);
  const int32_t each = rescales ? 5 : marks;
  if (rescales) a.shift = s.choose.in(1, 33), a.even = s.choose.in(0, 2);
  for (int32_t c = 0; c < channels; ++c) {
    Ints of_channel(static_cast<size_t>(each));
    for (int32_t& at : of_channel) at = s.choose.in(-depth, depth);
    if (!rescales) std::sort(of_channel.begin(), of_channel.end());
    if (rescales) of_channel[3] = marks * 65536 + (-marks & 0xffff);
    values.insert(values.end(), of_channel.begin(), of_channel.end());
  }
  a.first = -marks, a.step = 2;
  std::vector<TensorId> in = {x, w, s.integers({channels, each}, values)};
  if (s.choose.chance(30)) {
    Ints turn(static_cast<size_t>(channels));
    for (int32_t& at : turn) at = -s.choose.in(0, 1);
    in.push_back(s.integers({channels}, turn));
  }
  const TensorId y = s.quantized(shape, 0.5f, 0);
  return s.add(mark, a, std::move(in), y) ? y : TensorId::kNone;
}

}  // namespace generated
