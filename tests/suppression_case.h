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

// Boxes on a grid, so that shares are far from the limit or equal to it.
inline void random_boxes(Rng& rng, float* boxes, float* scores, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 4; ++k) boxes[4 * i + k] = static_cast<float>(rng.in(0, 6));
    scores[i] = static_cast<float>(rng.in(0, 20)) / 16;  // some are equal
  }
}

// The most boxes of a random case.
constexpr int32_t kMostBoxesTried = 20;

// A case of TensorFlow Lite's operators: boxes, scores, the size of the results, then single numbers. The
// results are numbers of boxes, scores if there are three results, and the count.
template <class Op>
PartsCase<Op> suppression_case(int32_t boxes, const int32_t (&most)[1], size_t inputs, size_t outputs) {
  PartsCase<Op> c;
  c.in[0] = tensor(nook::DType::kF32, shape(boxes, 4)), c.in[1] = tensor(nook::DType::kF32, shape(boxes));
  c.in[2] = constant(most);
  for (size_t i = 3; i < inputs; ++i) c.in[i] = tensor(nook::DType::kF32, nook::Shape{});
  c.inputs = inputs, c.outputs = outputs;
  c.out[0] = tensor(nook::DType::kS32, shape(most[0]));
  c.out[outputs - 1] = tensor(nook::DType::kS32, nook::Shape{});
  if (outputs == 3) c.out[1] = tensor(nook::DType::kF32, shape(most[0]));
  return c;
}

template <class Op>
void suppression_refuses_operands_that_do_not_fit(size_t inputs, size_t outputs) {
  static const int32_t four[] = {4}, none[] = {0};
  const auto fine = [&] { return suppression_case<Op>(6, four, inputs, outputs); };
  auto c = fine();
  EXPECT(c.prepare());
  c = suppression_case<Op>(6, none, inputs, outputs);
  EXPECT(c.refused(nook::Reason::kElements, 2));
  c = fine(), c.in[2].data = nullptr;
  EXPECT(c.refused(nook::Reason::kNotConstant, 2));
  c = fine(), c.in[0].shape = shape(6, 5);
  EXPECT(c.refused(nook::Reason::kChannels, 0));
  c = fine(), c.in[0].shape = shape(1, 6, 4);
  EXPECT(c.refused(nook::Reason::kRank, 0));
  c = fine(), c.in[1].shape = shape(5);
  EXPECT(c.refused(nook::Reason::kElements, 1));
  c = fine(), c.in[3].shape = shape(2);
  EXPECT(c.refused(nook::Reason::kElements, 3));
  c = fine(), c.out[0].shape = shape(3);
  EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
  c = fine(), c.out[outputs - 1].type = nook::DType::kF32;
  EXPECT(c.refused(nook::Reason::kType, nook::kFirstOutput + static_cast<int>(outputs) - 1));
  c = fine(), c.in[0].type = nook::DType::kS8;
  EXPECT(c.no_form());
}

}  // namespace test
