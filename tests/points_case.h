// The points of int16 tables as TensorFlow Lite's LUTPopulate() makes them, step by step in single precision,
// for comparison with an operator's points.
#pragma once
#include <math.h>

#include "tests/unary_case.h"

namespace test {

inline float single(double x) {
  volatile const float rounded = static_cast<float>(x);
  return rounded;
}
inline float whole(float x) { return x < 0 ? -floorf(-x + 0.5f) : floorf(x + 0.5f); }

// `real`: the function in single precision, given x and the scale of y.
template <class Op>
void points_are_those_of_tensorflow_lite(float (*real)(float x, float scale), const float& in,
                                         const float& out) {
  OpCase<Op> c;
  c.in[0] = quantized_s16(shape(4), in), c.out = quantized_s16(shape(4), out);
  const auto* p = c.template params<nook::PointsS16<Op>>();
  if (!p) return;
  const float least = single(in * -32768.0f), most = single(in * 32767.0f);
  const float step = single(single(most - least) / 512.0f), half = step / 2;
  const float units = single(65536.0f / single(single(out * 32767.0f) - single(out * -32768.0f)));
  for (int i = 0; i < 512; ++i) {
    const float from = single(least + single(static_cast<float>(i) * step));
    const float to = single(least + single(static_cast<float>(i + 1) * step));
    const float value = whole(single(real(from, out) * units));
    const float between = whole(single(single(real(to, out) * units) + value) / 2);
    const float off = single(between - whole(single(real(single(from + half), out) * units)));
    const float point = fminf(fmaxf(single(value - whole(off / 2)), -32768), 32767);
    EXPECT(p->points[i] == static_cast<int16_t>(point));
  }
  const float end = whole(single(real(most, out) * units));
  EXPECT(p->points[512] == static_cast<int16_t>(fminf(fmaxf(end, -32768), 32767)));
}

// For all pairs of some scales.
template <class Op>
void points_are_those_of_tensorflow_lite(float (*real)(float x, float scale)) {
  static const float scales[] = {0.001f, 0.0003f, 0.02f, 1.0f / 32768, 3.7f};
  for (const float& in : scales)
    for (const float& out : scales) points_are_those_of_tensorflow_lite<Op>(real, in, out);
}

// Between two points the kernel rounds the straight line.
template <class Op>
void lines_are_straight_between_points(const float& in, const float& out) {
  for_all_words([&](const int16_t* x, int32_t count) {
    static int16_t y[1024];
    OpCase<Op> c;
    c.in[0] = quantized_s16(shape(count), in), c.out = quantized_s16(shape(count), out);
    const auto* p = c.template params<nook::PointsS16<Op>>();
    if (!p) return;
    for (int32_t i = 0; i < count; ++i) {
      const int32_t at = x[i] + 32768, from = p->points[at / 128];
      const int32_t rise = static_cast<int16_t>(p->points[at / 128 + 1] - from);
      const double line = from + floor(static_cast<double>(rise) * (at % 128) / 128 + 0.5);
      y[i] = static_cast<int16_t>(static_cast<uint16_t>(static_cast<int32_t>(line)));
    }
    const Operand operands[] = {{x, 2 * count}};
    expect_rows<nook::PointsS16<Op>>(*p, operands, 1, y, 2 * count, 2);
  });
}

}  // namespace test
