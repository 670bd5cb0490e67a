#include "nookc/middle/passes/recurrent/hard_sigmoid.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

using nook::OpCode;

constexpr size_t kMostOperators = 12;
constexpr double kNear = 1e-6;  // 6 times the float next to 1 / 6 is not 1

struct Range {
  double low = -HUGE_VAL, high = HUGE_VAL;

  bool bounded() const { return !std::isinf(low) || !std::isinf(high); }
};

// clamp(slope * x + offset)
struct ClampedLine {
  double slope = 1, offset = 0;
  Range range;

  double at(double x) const { return std::clamp(slope * x + offset, range.low, range.high); }
  bool is_hard_sigmoid() const {
    return slope > 0 && std::isfinite(slope) && std::isfinite(offset) && std::fabs(range.low) <= kNear &&
           std::fabs(range.high - 1) <= kNear;
  }
};

// An operator of one tensor.
struct Step {
  ClampedLine line;
  TensorId x = TensorId::kNone;  // kNone: of several tensors, with an activation
  bool reads_on = false;         // a sum or a dense layer, which may be a part of a gate's sum
  bool fused = false;            // with an activation
};

std::optional<Range> range_of(const Node& node) {
  const nook::Activation* const fused = activation_of(node.attrs);
  switch (fused ? *fused : nook::Activation::kNone) {
    case nook::Activation::kNone:
      return Range{};
    case nook::Activation::kRelu:
      return Range{0, HUGE_VAL};
    case nook::Activation::kReluN1To1:
      return Range{-1, 1};
    case nook::Activation::kRelu6:
      return Range{0, 6};
    default:
      return {};
  }
}

// The number that all elements of a constant are.
std::optional<double> number_of(const Graph& graph, TensorId t) {
  if (t == TensorId::kNone || !graph[t].constant()) return {};
  const std::vector<float> all = floats_of(graph[t]);
  if (all.empty() || !std::isfinite(all[0])) return {};
  if (!std::ranges::all_of(all, [&](float x) { return x == all[0]; })) return {};
  return static_cast<double>(all[0]);
}

// The line of an operator with a number; `second`: it is the second operand.
std::optional<ClampedLine> line_of(OpCode code, double number, bool second) {
  switch (code) {
    case OpCode::kAdd:
      return ClampedLine{1, number, {}};
    case OpCode::kSub:
      return second ? ClampedLine{1, -number, {}} : ClampedLine{-1, number, {}};
    case OpCode::kMul:
      if (number == 0) return {};
      return ClampedLine{number, 0, {}};
    case OpCode::kDiv:
      if (!second || number == 0) return {};
      return ClampedLine{1 / number, 0, {}};
    case OpCode::kMinimum:
      return ClampedLine{1, 0, {-HUGE_VAL, number}};
    case OpCode::kMaximum:
      return ClampedLine{1, 0, {number, HUGE_VAL}};
    default:
      return {};
  }
}

std::optional<Step> clamp_of(const Node& node) {
  switch (op_code(node)) {
    case OpCode::kRelu:
      return Step{{1, 0, {0, HUGE_VAL}}, node.in[0]};
    case OpCode::kRelu6:
      return Step{{1, 0, {0, 6}}, node.in[0]};
    case OpCode::kReluN1To1:
      return Step{{1, 0, {-1, 1}}, node.in[0]};
    case OpCode::kRelu0To1:
      return Step{{1, 0, {0, 1}}, node.in[0]};
    default:
      return {};
  }
}

std::optional<Step> step_of(const Graph& graph, const Node& node) {
  if (auto clamp = clamp_of(node)) return clamp;
  const auto fused = range_of(node);
  if (!fused) return {};
  const bool sum = op_code(node) == OpCode::kAdd, two = node.in.size() == 2;
  const bool second = two && number_of(graph, node.in[1]).has_value();
  const auto number = two ? number_of(graph, node.in[second ? 1 : 0]) : std::nullopt;
  const auto line = number ? line_of(op_code(node), *number, second) : std::nullopt;
  if (!line) {
    if (!sum && op_code(node) != OpCode::kFullyConnected) return {};
    return Step{{1, 0, *fused}, TensorId::kNone, true, fused->bounded()};
  }
  const TensorId x = node.in[second ? 0 : 1];
  if (graph[x].shape.elements() != graph[node.out[0]].shape.elements()) return {};
  Step step{*line, x, sum, fused->bounded()};
  if (step.fused) step.line.range = *fused;
  return step;
}

// Adds a clamp before the line.
void clamp_before(ClampedLine& after, Range range) {
  const double a = after.at(range.low), b = after.at(range.high);
  after.range = {std::min(a, b), std::max(a, b)};
}

}  // namespace

std::optional<HardSigmoid> hard_sigmoid_of(CellReader& reader, TensorId t) {
  const Graph& graph = reader.graph();
  ClampedLine line;
  std::vector<TensorId> made, read;
  std::optional<HardSigmoid> found;
  const auto note = [&](TensorId x, bool fused) {
    if (line.is_hard_sigmoid()) found = HardSigmoid{x, fused, line.slope, line.offset}, read = made;
  };
  while (made.size() < kMostOperators) {
    const Node* const node = reader.users().producer(t);
    if (!node || node->erased() || node->out.size() != 1) break;
    if (renames(graph, *node)) {
      made.push_back(t), t = node->in[0];
      continue;
    }
    const auto step = step_of(graph, *node);
    if (!step) break;
    clamp_before(line, step->line.range);
    if (step->reads_on && step->fused) note(t, true);
    if (step->x == TensorId::kNone) break;
    line.offset += line.slope * step->line.offset, line.slope *= step->line.slope;
    made.push_back(t), t = step->x;
    if (!step->reads_on) note(t, false);
  }
  for (TensorId each : read) reader.producer(each);
  return found;
}

}  // namespace nookc
