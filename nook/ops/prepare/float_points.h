#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// The points of an int16 operator y = f(x) and the scales between which they convert.
struct PointsOf {
  float x_scale, y_scale;
  Span<int16_t> points;  // NOOK_POINTS_SIZE
};

// Fills the points as TensorFlow Lite computes them in single precision: f at equal distances, moved by half
// of the error that a straight line to the next point has in the middle. Where x is not above 0, f is
// `of_rest`, unless that is null.
void fill_float_points(float (*f)(float), const float* of_rest, const PointsOf& of);

}  // namespace nook
