#include "nook/ops/prepare/float_points.h"

#include <stdint.h>

namespace nook {
namespace {

constexpr int32_t kSteps = 512;
constexpr float kWhole = 8388608;  // larger floats have no fraction

// Ties away from 0.
float rounded(float x) {
  if (!(x > -kWhole && x < kWhole)) return x;
  const float whole = static_cast<float>(static_cast<int32_t>(x)), fraction = x - whole;
  return whole + (fraction >= 0.5f ? 1.0f : 0.0f) - (fraction <= -0.5f ? 1.0f : 0.0f);
}

// NaN, which infinities may lead to, counts as 0.
int16_t clamped(float x) {
  if (!(x > -32768.0f)) return x < 0 ? INT16_MIN : 0;
  return x < 32767.0f ? static_cast<int16_t>(x) : INT16_MAX;
}

// f in the units of y. volatile: no machine may keep more precision than a float has, or fuse operations.
struct Sampled {
  float (*f)(float);
  const float* of_rest;
  float units;

  float at(float x) const {
    volatile const float value = of_rest && !(x > 0) ? *of_rest : f(x);
    volatile const float in_units = value * units;
    return in_units;
  }
};

}  // namespace

void fill_float_points(float (*f)(float), const float* of_rest, const PointsOf& of) {
  volatile const float least = of.x_scale * -32768.0f, most = of.x_scale * 32767.0f;
  volatile const float step = (most - least) / static_cast<float>(kSteps), half = step / 2;
  volatile const float y_least = of.y_scale * -32768.0f, y_most = of.y_scale * 32767.0f;
  volatile const float units = 65536.0f / (y_most - y_least);
  const Sampled sampled{f, of_rest, units};
  for (int32_t i = 0; i < kSteps; ++i) {
    volatile const float along = static_cast<float>(i) * step, further = static_cast<float>(i + 1) * step;
    volatile const float from = least + along, to = least + further, middle = from + half;
    const float value = rounded(sampled.at(from));
    volatile const float sum = sampled.at(to) + value;
    const float off = rounded(sum / 2) - rounded(sampled.at(middle));
    of.points[static_cast<size_t>(i)] = clamped(value - rounded(off / 2));
  }
  of.points[kSteps] = clamped(rounded(sampled.at(most)));
}

}  // namespace nook
