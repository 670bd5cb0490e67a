// Layers of float activations whose constant weights are int4, int8 or float16.
#pragma once
#include "nook/core/nibbles.h"
#include "nook/ops/reference/half.h"
#include "tests/op_case.h"

namespace test {

// Constant weights of random bits, and their floats after a DEQUANTIZE.
struct RandomNarrow {
  static constexpr int32_t kMost = kMostBytes / 4, kScales = 128;
  alignas(4) int8_t bytes[2 * kMost];
  float scales[kScales], reals[kMost];

  // With `count` scales; `scale_of(i)`: the number of the scale of weight i.
  template <class ScaleOf>
  void draw(Rng& rng, nook::TensorInfo& w, int32_t count, ScaleOf scale_of) {
    constexpr nook::DType kTypes[] = {nook::DType::kS4, nook::DType::kS8, nook::DType::kF16};
    w.type = kTypes[rng.in(0, 2)], w.data = bytes;
    for (int32_t i = 0; i < count; ++i) scales[i] = rng.real(0.001f, 0.5f);
    if (w.type != nook::DType::kF16) {
      w.scales = {scales, static_cast<size_t>(count)};
      if (rng.in(0, 1)) w.zero_point = w.type == nook::DType::kS4 ? rng.in(-8, 7) : rng.in(-128, 127);
    }
    for (int32_t i = 0; i < 2 * kMost; ++i) bytes[i] = static_cast<int8_t>(rng.in(-128, 127));
    uint16_t half = 0;
    for (int32_t i = 0; i < w.shape.elements(); ++i) {
      if (w.type == nook::DType::kF16) {
        half = static_cast<uint16_t>(rng.in(0, 1) << 15 | rng.in(0, 0x4800));  // finite
        memcpy(bytes + 2 * i, &half, 2);
        reals[i] = nook_half(half);
      } else {
        const int32_t q = w.type == nook::DType::kS4 ? nook_nibble(bytes, i) : bytes[i];
        reals[i] = scales[scale_of(i)] * static_cast<float>(q - w.zero_point);
      }
    }
  }
};

// Memory that the tests of all operators share, because boards have little.
struct NarrowMemory {
  float x[RandomNarrow::kMost], y[RandomNarrow::kMost], bias[RandomNarrow::kScales];
  RandomNarrow narrow;
};
inline NarrowMemory narrow_memory;

// Each row of form Narrow gives the bytes of the reference of form F32 with the same weights as floats.
// `scale_of(i)`: the number of the scale of weight i, if there are `count`, which is 1 or more than 1.
template <class F32, class Narrow, class Op, class ScaleOf>
void expect_narrow_like_floats(Rng& rng, OpCase<Op>& c, int32_t count, ScaleOf scale_of) {
  constexpr int32_t kMost = RandomNarrow::kMost;
  auto& [x, y, bias, narrow] = narrow_memory;
  const int32_t size = c.in[0].shape.elements(), weights = c.in[1].shape.elements();
  const int32_t channels = c.out.shape.back(0);
  if (size > kMost || weights > kMost || c.out.shape.elements() > kMost || channels > RandomNarrow::kScales ||
      count > RandomNarrow::kScales)
    return;
  for (int32_t i = 0; i < size; ++i) x[i] = rng.real(-2, 2);
  for (int32_t i = 0; i < channels; ++i) bias[i] = rng.real(-1, 1);
  c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  const auto* floats = c.template params<F32>();
  if (!floats) return;
  narrow.draw(rng, c.in[1], count, scale_of);
  const bool biased = rng.in(0, 3) > 0;
  const void* in[] = {x, narrow.reals, biased ? bias : nullptr};
  void* const to[] = {y};
  const auto rows = F32::kernels();
  rows[rows.size() - 1].invoke(floats, {in, to, scratch_of(rows[rows.size() - 1], floats)});
  c.attrs.narrow = true;
  const Operand operands[] = {
      {x, size * 4}, {narrow.bytes, 2 * weights}, {biased ? bias : nullptr, channels * 4}};
  const auto* p = c.template params<Narrow>();
  if (p) expect_rows<Narrow>(*p, operands, 3, y, c.out.bytes(), 4);
}

}  // namespace test
