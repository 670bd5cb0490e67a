// A plain definition of non-maximum suppression, for the tests of its operators.
#pragma once
#include <math.h>

#include "tests/movement_case.h"

namespace test {

struct Suppression {
  const float* boxes;  // y0, x0, y1, x1, any corners; centred: x, y, width, height
  const float* scores;
  int32_t count, most;
  double overlap, least, sigma = 0;
  bool centred = false, limited = true, inclusive = true;

  double edge(int32_t box, int axis, int side) const {
    const float* const at = boxes + 4 * box;
    if (centred) return double{at[1 - axis]} + (side ? 0.5 : -0.5) * double{at[3 - axis]};
    const double a = double{at[axis]}, b = double{at[2 + axis]};
    return (a < b) == (side == 1) ? b : a;
  }
  double share(int32_t a, int32_t b) const {
    double common = 1, of_a = 1, of_b = 1;
    for (int axis = 0; axis < 2; ++axis) {
      const double from = fmax(edge(a, axis, 0), edge(b, axis, 0)),
                   to = fmin(edge(a, axis, 1), edge(b, axis, 1));
      common *= fmax(to - from, 0.0);
      of_a *= edge(a, axis, 1) - edge(a, axis, 0), of_b *= edge(b, axis, 1) - edge(b, axis, 0);
    }
    return of_a > 0 && of_b > 0 ? common / (of_a + of_b - common) : 0;
  }

  // Chooses the best of all boxes that are left, again and again; no heap. Returns how many were chosen.
  int32_t choose(int32_t* chosen, double* chosen_scores) const {
    static double now[64];
    static bool gone[64];
    for (int32_t i = 0; i < count; ++i) now[i] = double{scores[i]}, gone[i] = limited && !(now[i] > least);
    int32_t found = 0;
    while (found < most) {
      int32_t best = -1;
      for (int32_t i = 0; i < count; ++i)
        if (!gone[i] && (best < 0 || now[i] > now[best])) best = i;
      if (best < 0) break;
      chosen[found] = best, chosen_scores[found++] = now[best];
      gone[best] = true;
      for (int32_t i = 0; i < count; ++i) {
        const double common = share(i, best);
        if (common > overlap || (inclusive && common >= overlap)) gone[i] = true;
        if (sigma > 0) now[i] *= exp(-0.5 / sigma * common * common);
        if (limited && !(now[i] > least)) gone[i] = true;
      }
    }
    return found;
  }
};

// Boxes on a grid, so that shares are far from the limit or equal to it; scores differ.
inline void random_boxes(Rng& rng, float* boxes, float* scores, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 4; ++k) boxes[4 * i + k] = static_cast<float>(rng.in(0, 6));
    scores[i] = static_cast<float>(rng.in(0, 20)) / 16;  // some are equal
  }
}

}  // namespace test
