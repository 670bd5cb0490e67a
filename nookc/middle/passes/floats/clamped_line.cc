#include "nookc/middle/passes/floats/clamped_line.h"

#include <algorithm>
#include <vector>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

using nook::OpCode;

std::optional<Clamp> fused_clamp(const Node& node) {
  const nook::Activation* const fused = activation_of(node.attrs);
  switch (fused ? *fused : nook::Activation::kNone) {
    case nook::Activation::kNone:
      return Clamp{};
    case nook::Activation::kRelu:
      return Clamp{0, HUGE_VAL};
    case nook::Activation::kReluN1To1:
      return Clamp{-1, 1};
    case nook::Activation::kRelu6:
      return Clamp{0, 6};
    default:
      return {};
  }
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

std::optional<LineStep> clamp_of(const Node& node) {
  switch (op_code(node)) {
    case OpCode::kRelu:
      return LineStep{{1, 0, {0, HUGE_VAL}}, node.in[0]};
    case OpCode::kRelu6:
      return LineStep{{1, 0, {0, 6}}, node.in[0]};
    case OpCode::kReluN1To1:
      return LineStep{{1, 0, {-1, 1}}, node.in[0]};
    case OpCode::kRelu0To1:
      return LineStep{{1, 0, {0, 1}}, node.in[0]};
    default:
      return {};
  }
}

}  // namespace

double ClampedLine::at(double x) const { return std::clamp(slope * x + offset, clamp.low, clamp.high); }

void ClampedLine::clamp_before(Clamp first) {
  const double a = at(first.low), b = at(first.high);
  clamp = {std::min(a, b), std::max(a, b)};
}

void ClampedLine::move_before(double first_slope, double first_offset) {
  offset += slope * first_offset, slope *= first_slope;
}

std::optional<double> number_of(const Graph& graph, TensorId t) {
  if (t == TensorId::kNone || !graph[t].constant()) return {};
  const std::vector<float> all = floats_of(graph[t]);
  if (all.empty() || !std::isfinite(all[0])) return {};
  if (!std::ranges::all_of(all, [&](float x) { return x == all[0]; })) return {};
  return static_cast<double>(all[0]);
}

std::optional<LineStep> line_step_of(const Graph& graph, const Node& node) {
  if (auto clamp = clamp_of(node)) return clamp;
  const auto fused = fused_clamp(node);
  if (!fused) return {};
  const bool sum = op_code(node) == OpCode::kAdd, two = node.in.size() == 2;
  const bool second = two && number_of(graph, node.in[1]).has_value();
  const auto number = two ? number_of(graph, node.in[second ? 1 : 0]) : std::nullopt;
  const auto line = number ? line_of(op_code(node), *number, second) : std::nullopt;
  if (!line) {
    if (!sum && op_code(node) != OpCode::kFullyConnected) return {};
    return LineStep{{1, 0, *fused}, TensorId::kNone, true, fused->bounded()};
  }
  const TensorId x = node.in[second ? 0 : 1];
  if (graph[x].shape.elements() != graph[node.out[0]].shape.elements()) return {};
  LineStep step{*line, x, sum, fused->bounded()};
  if (step.fused) step.line.clamp = *fused;
  return step;
}

}  // namespace nookc
