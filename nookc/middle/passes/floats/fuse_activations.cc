#include "nookc/middle/passes/floats/fuse_activations.h"

#include <algorithm>
#include <array>
#include <vector>

#include "nook/ops/gelu/gelu_op.h"
#include "nook/ops/hard_swish/hard_swish_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/floats/clamped_line.h"

namespace nookc {
namespace {

using nook::OpCode;

constexpr int kMostOperators = 12;
constexpr double kNear = 1e-5;  // exporters write 0.7978846 and 0.16666667

bool near(double have, double want) {
  return std::fabs(have - want) <= kNear * std::max(1.0, std::fabs(want));
}

// A graph's operators without a fused activation, read backwards.
class Reader {
 public:
  Reader(const Graph& graph, const Users& users) : graph_(graph), users_(users) {}

  const Graph& graph() const { return graph_; }
  const Node* producer(TensorId t) const {
    const Node* const node = t == TensorId::kNone ? nullptr : users_.producer(t);
    return node && !node->erased() && node->out.size() == 1 && node->unit.empty() ? node : nullptr;
  }
  const Node* plain(TensorId t) const {
    const Node* const node = producer(t);
    return node && is_plain(*node) ? node : nullptr;
  }
  static bool is_plain(const Node& node) {
    const nook::Activation* const activation = activation_of(node.attrs);
    return !activation || *activation == nook::Activation::kNone;
  }
  std::optional<double> number(TensorId t) const { return number_of(graph_, t); }
  // Whether `t` has one reader and is not an output.
  bool inner(TensorId t) const { return users_.uses(t) == 1 && !graph_.is_output(t); }

 private:
  const Graph& graph_;
  const Users& users_;
};

// The product of a number and of tensors.
struct Product {
  double number = 1;
  std::vector<TensorId> factors;

  bool add(const Reader& read, const Node& node, int depth = 0) {
    const bool divides = op_code(node) == OpCode::kDiv;
    if (divides) {
      const auto divisor = read.number(node.in[1]);
      if (!divisor || *divisor == 0) return false;
      number /= *divisor;
    }
    for (size_t i = 0; i < (divides ? 1 : 2); ++i) {
      const Node* const inside = read.inner(node.in[i]) ? read.plain(node.in[i]) : nullptr;
      if (const auto known = read.number(node.in[i])) {
        number *= *known;
      } else if (!inside || depth == kMostOperators || !is_product(read, *inside) ||
                 !add(read, *inside, depth + 1)) {
        factors.push_back(node.in[i]);
      }
    }
    return factors.size() <= 2;
  }
  static bool is_product(const Reader& read, const Node& node) {
    if (op_code(node) == OpCode::kMul) return node.in.size() == 2;
    return op_code(node) == OpCode::kDiv && read.number(node.in[1]).value_or(0) != 0;
  }
};

// c[0] + c[1] * x + c[2] * x^2 + c[3] * x^3
using Cubic = std::array<double, 4>;

std::optional<Cubic> times(const Cubic& a, const Cubic& b) {
  Cubic y = {};
  for (size_t i = 0; i < 4; ++i)
    for (size_t k = 0; k < 4; ++k) {
      if (i + k < 4) y[i + k] += a[i] * b[k];
      if (i + k >= 4 && a[i] * b[k] != 0) return {};
    }
  return y;
}

// The polynomial of x that the operators before `t` compute.
class Polynomial {
 public:
  Polynomial(const Reader& read, TensorId x) : read_(read), x_(x) {}

  std::optional<Cubic> of(TensorId t) {
    if (t == x_) return Cubic{0, 1, 0, 0};
    if (const auto number = read_.number(t)) return Cubic{*number, 0, 0, 0};
    const Node* const node = ++visited_ > kMostOperators ? nullptr : read_.plain(t);
    if (!node) return {};
    if (op_code(*node) == OpCode::kSquare) return power(node->in[0], 2);
    if (op_code(*node) == OpCode::kPow) return power(node->in[0], read_.number(node->in[1]).value_or(0));
    return node->in.size() == 2 ? of_two(*node) : std::nullopt;
  }

 private:
  std::optional<Cubic> power(TensorId base, double exponent) {
    const auto x = of(base);
    if (!x || (exponent != 2 && exponent != 3)) return {};
    const auto square = times(*x, *x);
    return exponent == 3 && square ? times(*square, *x) : square;
  }
  std::optional<Cubic> of_two(const Node& node) {
    const auto a = of(node.in[0]), b = of(node.in[1]);
    if (!a || !b) return {};
    Cubic y = *a;
    switch (op_code(node)) {
      case OpCode::kAdd:
        for (size_t i = 0; i < 4; ++i) y[i] += (*b)[i];
        return y;
      case OpCode::kSub:
        for (size_t i = 0; i < 4; ++i) y[i] -= (*b)[i];
        return y;
      case OpCode::kMul:
        return times(*a, *b);
      case OpCode::kDiv:
        if ((*b)[0] == 0 || (*b)[1] != 0 || (*b)[2] != 0 || (*b)[3] != 0) return {};
        return times(*a, {1 / (*b)[0], 0, 0, 0});
      default:
        return {};
    }
  }

  const Reader& read_;
  const TensorId x_;
  int visited_ = 0;
};

// factor * gate as a clamped line of `x`, or of the first tensor before it that no such operator computes.
struct GateLine {
  ClampedLine line;
  TensorId of;
};
GateLine gate_line(const Reader& read, TensorId gate, TensorId x, double factor) {
  GateLine found{{factor, 0, {}}, gate};
  for (int i = 0; found.of != x && i < kMostOperators; ++i) {
    const Node* const node = read.producer(found.of);
    const auto step = node ? line_step_of(read.graph(), *node) : std::nullopt;
    if (!step || step->x == TensorId::kNone) break;
    found.line.clamp_before(step->line.clamp);
    found.line.move_before(step->line.slope, step->line.offset);
    found.of = step->x;
  }
  return found;
}

// relu6(x + 3) / 6
bool is_hard_gate(const GateLine& gate, TensorId x) {
  return gate.of == x && near(gate.line.slope, 1.0 / 6) && near(gate.line.offset, 0.5) &&
         near(gate.line.clamp.low, 0) && near(gate.line.clamp.high, 1);
}

// (1 + tanh(u)) / 2 or sigmoid(2 * u), where u = sqrt(2 / pi) * (x + 0.044715 * x^3)
bool is_gelu_gate(const Reader& read, const GateLine& gate, TensorId x) {
  const Node* const function = gate.line.clamp.bounded() ? nullptr : read.plain(gate.of);
  if (!function) return false;
  const bool tangent = op_code(*function) == OpCode::kTanh, sigmoid = op_code(*function) == OpCode::kLogistic;
  const double size = tangent ? 0.5 : 1, offset = tangent ? 0.5 : 0;
  if ((!tangent && !sigmoid) || !near(gate.line.slope, size) || !near(gate.line.offset, offset)) return false;
  const auto cubic = Polynomial(read, x).of(function->in[0]);
  const double first = std::sqrt(2 / std::acos(-1.0)) * (tangent ? 1 : 2);
  return cubic && (*cubic)[0] == 0 && near((*cubic)[1], first) && (*cubic)[2] == 0 &&
         near((*cubic)[3], first * 0.044715);
}

bool fuse(Graph& graph, Users& users, Node& node) {
  const Reader read(graph, users);
  if (!node.unit.empty() || !Reader::is_plain(node) || !Product::is_product(read, node)) return false;
  Product product;
  if (!product.add(read, node) || product.factors.size() != 2) return false;
  for (size_t i = 0; i < 2; ++i) {
    const TensorId x = product.factors[i], gate = product.factors[1 - i];
    if (x == gate || !(graph[x].shape == graph[node.out[0]].shape) || graph[x].type != nook::DType::kF32)
      continue;
    const GateLine line = gate_line(read, gate, x, product.number);
    const bool hard = is_hard_gate(line, x);
    if (!hard && !is_gelu_gate(read, line, x)) continue;
    if (hard) node.attrs = nook::HardSwish::Attrs{};
    if (!hard) node.attrs = nook::Gelu::Attrs{true};
    node.version = 1;
    while (node.in.size() > 1) users.read(node, node.in.size() - 1, TensorId::kNone), node.in.pop_back();
    users.read(node, 0, x);
    return true;
  }
  return false;
}

}  // namespace

int fuse_activations(Graph& graph) {
  Users users(graph);
  int fused = 0;
  for (Node& node : graph.nodes)
    if (!node.erased() && node.out.size() == 1 && graph[node.out[0]].type == nook::DType::kF32)
      fused += fuse(graph, users, node);
  if (fused > 0) drop_dead(graph);
  invariant([&] { return verify(graph).empty(); }, "fused activations leave a valid graph");
  return fused;
}

}  // namespace nookc
