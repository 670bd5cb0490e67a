// Operators of one float tensor and numbers that compute lines and clamps, in any spelling.
#pragma once
#include <cmath>
#include <optional>

#include "nookc/graph/graph.h"

namespace nookc {

struct Clamp {
  double low = -HUGE_VAL, high = HUGE_VAL;

  bool bounded() const { return !std::isinf(low) || !std::isinf(high); }
};

// y = clamp(slope * x + offset)
struct ClampedLine {
  double slope = 1, offset = 0;
  Clamp clamp;

  double at(double x) const;
  // x is computed by these first.
  void clamp_before(Clamp first);
  void move_before(double first_slope, double first_offset);
};

// A product, quotient, sum, difference or bound with a number, or a clamp.
struct LineStep {
  ClampedLine line;
  TensorId x = TensorId::kNone;  // kNone: the sum of several tensors, with a clamp
  bool sum = false;              // a sum or a dense layer
  bool fused = false;            // with an activation
};

// Nothing for other operators.
std::optional<LineStep> line_step_of(const Graph& graph, const Node& node);

// The number that all elements of a constant are.
std::optional<double> number_of(const Graph& graph, TensorId t);

}  // namespace nookc
