// Networks over the steps of a sequence, with several operators that only pay off together.
#include "tests/generated/sequences.h"

#include <algorithm>
#include <cmath>

#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"

namespace generated {
namespace {

struct Taps {
  int axis;  // the steps' dimension
  int32_t channels, count, dilation;
};

// A convolution of the steps before and including each.
TensorId causal(Sketch& s, TensorId x, const Taps& taps) {
  const auto mark = s.mark();
  const auto axis = static_cast<size_t>(taps.axis);
  const int32_t before = (taps.count - 1) * taps.dilation, depth = s.dim(x, 3);
  TensorId from = x;
  if (before > 0) {
    Ints by(8, 0), longer = s.dims(x);
    by[2 * axis] = before, longer[axis] += before;
    from = s.alike(x, longer);
    if (!s.add(mark, nook::Pad::Attrs{}, {x, s.integers({4, 2}, by)}, from)) return TensorId::kNone;
  }
  Ints filter = {taps.channels, 1, 1, depth}, shape = s.dims(x);
  filter[axis] = taps.count, shape[3] = taps.channels;
  const float root = std::sqrt(static_cast<float>(taps.count * depth));
  const TensorId w = s.layer(x, filter, 0, 1.5f / root);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  const TensorId bias = s.bias(x, w, taps.channels, in_scale, static_cast<int32_t>(root * 3000));
  const TensorId y = s.result(x, shape, s.spread(x) * 0.75f * root);
  nook::Conv2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kValid;
  (taps.axis == 1 ? attrs.dilation_h : attrs.dilation_w) = taps.dilation;
  return s.add(s.mark(), attrs, {from, w, bias}, y) ? y : TensorId::kNone;
}

// The result of a function with a fixed range.
template <class Attrs>
TensorId bounded(Sketch& s, TensorId x, int32_t steps, int32_t zero) {
  const auto mark = s.mark();
  const TensorId y = s.is_float(x)  ? s.real(s.dims(x))
                     : s.is_wide(x) ? s.wide(s.dims(x), 1.0f / 32768)
                                    : s.quantized(s.dims(x), 1.0f / static_cast<float>(steps), zero);
  return s.add(mark, Attrs{}, {x}, y) ? y : TensorId::kNone;
}

// Both halves of the channels of one convolution.
std::vector<TensorId> halves_of_one(Sketch& s, TensorId x, const Taps& taps) {
  Taps both = taps;
  both.channels *= 2;
  const TensorId whole = causal(s, x, both);
  if (whole == TensorId::kNone) return {whole, whole};
  const auto mark = s.mark();
  Ints shape = s.dims(whole);
  shape[3] = taps.channels;
  const std::vector<TensorId> parts = {s.alike(whole, shape), s.alike(whole, shape)};
  const TensorId axis = s.integers({1}, {s.choose.chance(50) ? 3 : -1});
  if (!s.add(mark, nook::Split::Attrs{}, {axis, whole}, parts)) return {TensorId::kNone, TensorId::kNone};
  return parts;
}

// TANH times LOGISTIC of two dilated convolutions, or of one with twice as many channels.
TensorId gate(Sketch& s, TensorId x, const Taps& taps) {
  const std::vector<TensorId> parts = s.choose.chance(50)
                                          ? halves_of_one(s, x, taps)
                                          : std::vector<TensorId>{causal(s, x, taps), causal(s, x, taps)};
  const TensorId a = parts[0], b = parts[1];
  if (a == TensorId::kNone || b == TensorId::kNone) return TensorId::kNone;
  const TensorId tanh = bounded<nook::Tanh::Attrs>(s, a, 128, 0),
                 logistic = bounded<nook::Logistic::Attrs>(s, b, 256, -128);
  if (tanh == TensorId::kNone || logistic == TensorId::kNone) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId y = s.result(tanh, s.dims(tanh), 0.5f);
  return s.add(mark, nook::Mul::Attrs{}, {tanh, logistic}, y) ? y : TensorId::kNone;
}

// Half as many steps: the larger of two.
TensorId halved(Sketch& s, TensorId x, int axis) {
  const auto mark = s.mark();
  nook::MaxPool2D::Attrs attrs;
  attrs.padding.mode = nook::PadMode::kValid;
  (axis == 1 ? attrs.filter_h : attrs.filter_w) = (axis == 1 ? attrs.stride_h : attrs.stride_w) = 2;
  Ints shape = s.dims(x);
  shape[static_cast<size_t>(axis)] /= 2;
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

// Twice as many steps, by a transposed convolution, mostly of two taps.
TensorId by_convolution(Sketch& s, TensorId x, int axis, TensorId like) {
  const auto mark = s.mark();
  const auto steps = static_cast<size_t>(axis);
  Ints shape = s.dims(like), filter = {shape[3], 1, 1, s.dim(x, 3)};
  filter[steps] = s.choose.chance(80) ? 2 : s.choose.in(1, 4), shape[steps] = 2 * s.dim(x, axis);
  const float root = std::sqrt(static_cast<float>(s.dim(x, 3)));
  const TensorId w =
      s.is_float(x) ? s.floats(filter, 1.5f / root) : s.weights(filter, s.choose.chance(25) ? -1 : 0);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  TensorId bias = TensorId::kNone;
  if (s.choose.chance(75)) bias = s.bias(x, w, shape[3], in_scale, static_cast<int32_t>(root * 3000));
  nook::TransposeConv::Attrs attrs;
  (axis == 1 ? attrs.stride_h : attrs.stride_w) = 2;
  attrs.padding.mode = nook::PadMode::kSame;
  const TensorId size = s.integers({4}, shape), y = s.alike(like, shape);
  return s.add(mark, attrs, {size, w, x, bias}, y) ? y : TensorId::kNone;
}

// Twice as many steps, each two times.
TensorId by_repetition(Sketch& s, TensorId x, int axis) {
  const auto mark = s.mark();
  nook::ResizeNearestNeighbor::Attrs attrs;
  attrs.half_pixel_centers = s.choose.chance(50);
  Ints shape = s.dims(x);
  shape[static_cast<size_t>(axis)] *= 2;
  const TensorId size = s.integers({2}, {shape[1], shape[2]}), y = s.alike(x, shape);
  return s.add(mark, attrs, {x, size}, y) ? y : TensorId::kNone;
}

}  // namespace

// A step on [1, steps, channels], with a RESHAPE around each convolution, as Keras writes sequences.
TensorId of_rank_three(Sketch& s, const Live& live, TensorId x) {
  const int32_t steps = s.dim(x, steps_axis(s, x)), channels = s.dim(x, 3);
  TensorId sequence = in_shape(s, x, {1, steps, channels});
  if (sequence != TensorId::kNone && s.choose.chance(40)) sequence = relu(s, live, sequence);
  if (sequence == TensorId::kNone) return sequence;
  if (s.choose.chance(50))
    return s.choose.chance(50) ? mean(s, live, sequence) : reduction(s, live, sequence);
  const auto mark = s.mark();
  const Ints by = {0, 0, s.choose.in(1, 4), s.choose.chance(30) ? s.choose.in(1, 2) : 0, 0, 0};
  const int32_t longer = steps + by[2] + by[3];
  const TensorId padded = s.alike(sequence, {1, longer, channels});
  if (!s.add(mark, nook::Pad::Attrs{}, {sequence, s.integers({3, 2}, by)}, padded)) return TensorId::kNone;
  const TensorId row = in_shape(s, padded, {1, 1, longer, channels});
  return row == TensorId::kNone ? row : convolution(s, live, row);
}

int steps_axis(const Sketch& s, TensorId x) {
  if (s.rank(x) != 4 || s.dim(x, 0) != 1 || s.graph[x].constant()) return 0;
  if (s.dim(x, 1) == 1 && s.dim(x, 2) > 3) return 2;
  return s.dim(x, 2) == 1 && s.dim(x, 1) > 3 ? 1 : 0;
}

TensorId gates(Sketch& s, const Live&, TensorId x) {
  const int axis = steps_axis(s, x);
  if (axis == 0) return TensorId::kNone;
  const int32_t channels = s.choose.in(1, 8), blocks = s.choose.in(1, 5), taps = s.choose.in(1, 3);
  const bool residual = s.choose.chance(80), skipping = s.choose.chance(70);
  TensorId last = causal(s, x, {axis, channels, 1, 1}), skips = TensorId::kNone;
  for (int32_t i = 0, dilation = 1; i < blocks && last != TensorId::kNone;
       ++i, dilation *= s.choose.in(1, 2)) {
    const TensorId gated = gate(s, last, {axis, channels, taps, dilation});
    if (gated == TensorId::kNone) break;
    TensorId skip = TensorId::kNone;
    if (skipping) skip = s.choose.chance(70) ? causal(s, gated, {axis, channels, 1, 1}) : gated;
    if (skip != TensorId::kNone && skips != TensorId::kNone) skip = sum(s, skips, skip);
    if (skip != TensorId::kNone) skips = skip;
    TensorId next = s.choose.chance(70) ? causal(s, gated, {axis, channels, 1, 1}) : gated;
    if (residual && next != TensorId::kNone) next = sum(s, last, next);
    if (next == TensorId::kNone) break;
    last = next;
  }
  return skips == TensorId::kNone ? last : skips;
}

TensorId u_net(Sketch& s, const Live&, TensorId x) {
  const int axis = steps_axis(s, x);
  if (axis == 0 || s.dim(x, axis) % 2 != 0) return TensorId::kNone;
  const int32_t channels = s.choose.in(1, 6), taps = s.choose.in(1, 3);
  const int levels = s.dim(x, axis) % 4 == 0 ? s.choose.in(1, 2) : 1;
  std::vector<TensorId> skips;
  TensorId last = x;
  const auto filter = [&] {
    if (last != TensorId::kNone) last = causal(s, last, {axis, channels, taps, 1});
  };
  for (int i = 0; i < levels; ++i) {
    filter();
    if (last == TensorId::kNone) return last;
    skips.push_back(last), last = halved(s, last, axis);
  }
  filter();
  for (; !skips.empty() && last != TensorId::kNone; skips.pop_back()) {
    const TensorId longer =
        s.choose.chance(60) ? by_convolution(s, last, axis, skips.back()) : by_repetition(s, last, axis);
    if (longer == TensorId::kNone) return last;
    const bool equal = s.graph.same_quantization(longer, skips.back());
    last = equal ? joined_channels(s, longer, skips.back()) : sum(s, longer, skips.back());
    filter();
  }
  return last;
}

}  // namespace generated
