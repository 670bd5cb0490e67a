#include "nookc/study/quantize/masks.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <optional>

#include "nook/ops/softmax/softmax_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/rules.h"

namespace nookc {
namespace {

using nook::OpCode;

// No score of a trained network is that low; masks are -10,000 and below.
constexpr double kMasked = -5000;
// A sum is limited to no smaller part of its range, or the rounding of its operands would show.
constexpr double kWidestSum = 1024;
// Differences of scores that certainly leave the larger one alone.
constexpr double kFarBelow = 64;

// Values below `low` and above `high` do not matter.
struct Limits {
  double low = INFINITY, high = -INFINITY;  // before the first reader is known

  static Limits none() { return {-INFINITY, INFINITY}; }
  bool known() const { return std::isfinite(low) || std::isfinite(high); }
  void add(const Limits& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
  Limits negative() const { return {-high, -low}; }
  Limits plus(double to_low, double to_high) const { return {low + to_low, high + to_high}; }
  // Limits of x, if these are the limits of x * k for each k from `least` to `most`, which have one sign.
  Limits over(double least, double most) const {
    if (most < 0) return negative().over(-most, -least);
    return {std::min(low / least, low / most), std::max(high / least, high / most)};
  }
};

// Whether the limits leave so little of a range, by a factor.
bool too_wide(const Range& seen, const Limits& limits, double factor) {
  if (!seen.known || !limits.known()) return false;
  return seen.width() > factor * seen.within(limits.low, limits.high).width();
}

bool is_softmax(const Node& node) {
  return op_code(node) == OpCode::kSoftmax || op_code(node) == OpCode::kLogSoftmax;
}

// Whether each element of the result is one of the operands' elements, whichever is the largest or smallest.
bool picks_elements(OpCode code) {
  const OpRule* const rule = rule_of(code);
  return rule && rule->scales == Scales::kSame && code != OpCode::kAveragePool2D &&
         code != OpCode::kResizeBilinear && code != OpCode::kRelu6 && code != OpCode::kTopkV2;
}

size_t row_of(const Graph& graph, const Node& softmax) {
  const nook::Shape& shape = graph[softmax.in[0]].shape;
  return shape.rank == 0 ? 1 : static_cast<size_t>(shape.dim[shape.rank - 1]);
}

// How far below the largest score all others together are less than half an integer of the result.
double depth_of(const Graph& graph, const Node& softmax, Precision precision) {
  const nook::Softmax::Attrs* const attrs = Graph::attrs<nook::Softmax>(softmax);
  if (!attrs) return -kLeastLogarithm;
  const double others = std::log(static_cast<double>(std::max<size_t>(1, row_of(graph, softmax))));
  return (others + std::log(precision == Precision::kInt16 ? 65536 : 512)) / double{attrs->beta};
}

// The constant that an operator adds, subtracts or multiplies by.
struct Operand {
  size_t place = SIZE_MAX;
  Range range;  // from its least finite value to its largest
};

class Masks {
 public:
  // Without a calibration: only whether limits exist.
  Masks(const Graph& graph, const Calibration* calibration, Precision precision)
      : graph_(graph),
        calibration_(calibration),
        precision_(precision),
        limits_(graph.tensors.size()),
        readers_(graph.tensors.size()),
        made_by_(graph.tensors.size(), SIZE_MAX) {
    for (const TensorId t : graph.outputs) limits_[index(t)] = Limits::none();
    for (const auto& [a, b] : graph.regions.joined) limits_[index(a)] = limits_[index(b)] = Limits::none();
    for (const RegionMark& mark : graph.regions.marks) {
      for (const TensorId t : mark.results) limits_[index(t)] = Limits::none();
      for (const TensorId t : mark.carried) limits_[index(t)] = Limits::none();
    }
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      if (graph.nodes[n].erased()) continue;
      for (const TensorId t : graph.nodes[n].in)
        if (t != TensorId::kNone) ++readers_[index(t)];
      for (const TensorId t : graph.nodes[n].out)
        if (t != TensorId::kNone) made_by_[index(t)] = n;
    }
    for (size_t n = graph.nodes.size(); n-- > 0;)
      if (!graph.nodes[n].erased()) read(n);
  }

  const Limits& operator[](TensorId t) const { return limits_[index(t)]; }

  // The operators that compute a mask from x as a * x + b, and their constants that scale it: node and
  // operand.
  std::optional<std::vector<std::pair<size_t, size_t>>> affine_chain(size_t n) const {
    std::vector<std::pair<size_t, size_t>> chain;
    for (;;) {
      const Node& node = graph_.nodes[n];
      const OpCode code = op_code(node);
      const Operand constant = constant_of(node);
      if (constant.place == SIZE_MAX || graph_[node.in[constant.place]].shape.elements() != 1) return {};
      chain.emplace_back(n, constant.place);
      const TensorId x = node.in[1 - constant.place];
      if (code == OpCode::kMul || code == OpCode::kDiv)
        return limits_[index(x)].known() && chain.size() == 1 ? std::nullopt : std::optional(chain);
      if (readers_[index(x)] != 1 || graph_.is_output(x) || made_by_[index(x)] == SIZE_MAX) return {};
      n = made_by_[index(x)];
    }
  }

 private:
  void add(TensorId t, const Limits& limits) {
    if (t != TensorId::kNone) limits_[index(t)].add(limits);
  }

  // The values of an operand; without a calibration, 0 represents them.
  Range values_of(TensorId t) const {
    if (graph_[t].constant() && !has_nan(graph_[t])) return range_of(graph_[t]);
    return calibration_ ? calibration_->seen[index(t)] : Range();
  }

  Operand constant_of(const Node& node) const {
    const OpCode code = op_code(node);
    const bool both = code == OpCode::kAdd || code == OpCode::kSub || code == OpCode::kMul;
    for (size_t i = both ? 0 : 1; (both || code == OpCode::kDiv) && i < 2; ++i) {
      const Tensor& t = graph_[node.in[i]];
      if (t.constant() && t.type == nook::DType::kF32 && !has_nan(t)) return {i, range_of(t)};
    }
    return {};
  }

  void read(size_t n) {
    const Node& node = graph_.nodes[n];
    Limits limits;
    for (const TensorId t : node.out)
      if (t != TensorId::kNone) limits.add(limits_[index(t)]);
    if (reads_scores(graph_, node)) {
      add(node.in[0], of_softmax(n));
    } else if (!limits.known() || node.out.empty() || has_state(graph_, node)) {
      read_all(node, Limits::none());
    } else if (picks_elements(op_code(node))) {
      read_all(node, limits);
    } else {
      compute(node, limits);
    }
  }

  void read_all(const Node& node, const Limits& limits) {
    for (const TensorId t : node.in)
      if (t != TensorId::kNone) add(t, graph_[t].type == nook::DType::kF32 ? limits : Limits::none());
  }

  // Whether x is a sum, or elements of one, and much wider than its limits.
  bool sum_is_too_wide(TensorId x, const Limits& limits) const {
    if (!calibration_ || !too_wide(calibration_->seen[index(x)], limits, kWidestSum)) return false;
    size_t n = made_by_[index(x)];
    while (n != SIZE_MAX && picks_elements(op_code(graph_.nodes[n])))
      n = made_by_[index(graph_.nodes[n].in[0])];
    return n != SIZE_MAX &&
           (op_code(graph_.nodes[n]) == OpCode::kAdd || op_code(graph_.nodes[n]) == OpCode::kSub);
  }

  Limits of_softmax(size_t n) const {
    if (!calibration_) return {0, INFINITY};
    const Range& peaks = calibration_->peaks[n];
    if (!peaks.known) return Limits::none();
    return {peaks.low - depth_of(graph_, graph_.nodes[n], precision_), INFINITY};
  }

  void compute(const Node& node, const Limits& limits) {
    const OpCode code = op_code(node);
    const nook::Activation* const fused = activation_of(node.attrs);
    const bool plain = !fused || *fused == nook::Activation::kNone;
    if (plain && (code == OpCode::kAdd || code == OpCode::kSub)) {
      const Range x = values_of(node.in[0]), y = values_of(node.in[1]);
      const double sign = code == OpCode::kSub ? -1 : 1;
      const double y_low = sign > 0 ? y.low : -y.high, y_high = sign > 0 ? y.high : -y.low;
      const Limits of_second = limits.plus(-x.high, -x.low);
      add(node.in[0], limits.plus(-y_high, -y_low));
      add(node.in[1], sign > 0 ? of_second : of_second.negative());
    } else if (const Operand by = constant_of(node);
               plain && by.place != SIZE_MAX && (code == OpCode::kMul || code == OpCode::kDiv) &&
               by.range.known && (by.range.low > 0 || by.range.high < 0)) {
      const TensorId x = node.in[1 - by.place];
      const Limits of_x = code == OpCode::kDiv ? limits.over(1 / by.range.high, 1 / by.range.low)
                                               : limits.over(by.range.low, by.range.high);
      add(x, sum_is_too_wide(x, of_x) ? Limits::none() : of_x);
      add(node.in[by.place], Limits::none());
    } else if (code == OpCode::kNeg) {
      add(node.in[0], limits.negative());
    } else {
      read_all(node, Limits::none());
    }
  }

  const Graph& graph_;
  const Calibration* calibration_;
  Precision precision_;
  std::vector<Limits> limits_;
  std::vector<int> readers_;
  std::vector<size_t> made_by_;
};

// Changes each value of a constant. Returns whether one differs.
template <class Change>
bool change(Tensor& constant, Change to) {
  std::vector<float> values = floats(constant);
  bool differs = false;
  for (float& v : values) {
    const float changed = to(v);
    differs |= changed != v;
    v = changed;
  }
  if (!differs) return false;
  Bytes bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  constant.data = std::make_shared<const Bytes>(std::move(bytes));
  constant.source = -1;
  return true;
}

// Scales masks down whose smallest integer would already leave the largest score alone. `seen` follows.
bool scale_masks(Graph& graph, const Masks& masks, std::vector<Range>& seen, std::vector<Range>& ranges) {
  constexpr double kSteps = 255;
  std::vector<bool> scaled(graph.nodes.size());
  bool any = false;
  for (size_t n = graph.nodes.size(); n-- > 0;) {
    const Node& node = graph.nodes[n];
    if (node.erased() || scaled[n] || node.out.size() != 1 || !masks[node.out[0]].known()) continue;
    const Limits& limits = masks[node.out[0]];
    const Range& range = seen[index(node.out[0])];
    const double low = std::isfinite(limits.low) ? std::abs(limits.low) : 0,
                 high = std::isfinite(limits.high) ? std::abs(limits.high) : 0;
    const double enough = std::max({low, high, kFarBelow}) * kSteps;
    if (!range.known || range.high - range.low <= enough) continue;
    const auto chain = masks.affine_chain(n);
    if (!chain) continue;
    const double by = enough / (range.high - range.low);
    for (const auto& [at, place] : *chain) {
      const bool divides = op_code(graph.nodes[at]) == OpCode::kDiv;
      Tensor constant = graph[graph.nodes[at].in[place]];  // a copy, as others may read it
      change(constant, [&](float v) {
        return static_cast<float>(divides ? static_cast<double>(v) / by : static_cast<double>(v) * by);
      });
      graph.nodes[at].in[place] = graph.add(std::move(constant));
      Range& of_result = seen[index(graph.nodes[at].out[0])];
      of_result.low *= by, of_result.high *= by;
      ranges[index(graph.nodes[at].out[0])] = of_result;
      scaled[at] = any = true;
    }
  }
  return any;
}

}  // namespace

bool reads_scores(const Graph& graph, const Node& node) {
  const nook::Softmax::Attrs* const attrs = Graph::attrs<nook::Softmax>(node);
  return is_softmax(node) && graph[node.in[0]].type == nook::DType::kF32 && (!attrs || attrs->beta > 0);
}

std::vector<bool> logarithms_of(const Graph& graph) {
  std::vector<bool> found(graph.tensors.size());
  for (const Node& node : graph.nodes) {
    if (node.erased() || node.in.empty() || node.in[0] == TensorId::kNone) continue;
    const bool picks = picks_elements(op_code(node)) && found[index(node.in[0])];
    for (const TensorId t : node.out)
      if (t != TensorId::kNone && (op_code(node) == OpCode::kLogSoftmax || picks)) found[index(t)] = true;
  }
  return found;
}

std::vector<bool> masked_tensors(const Graph& graph) {
  const Masks masks(graph, nullptr, Precision::kInt8);
  std::vector<bool> masked(graph.tensors.size());
  for (size_t t = 0; t < masked.size(); ++t) masked[t] = masks[TensorId{static_cast<uint32_t>(t)}].known();
  const std::vector<bool> logarithms = logarithms_of(graph);
  for (size_t t = 0; t < masked.size(); ++t) masked[t] = masked[t] || logarithms[t];
  return masked;
}

void add_peaks(const Graph& graph, const Node& softmax, std::span<const float> scores, Range* peaks) {
  const size_t row = row_of(graph, softmax);
  for (size_t i = 0; row > 0 && i + row <= scores.size(); i += row) {
    const double peak = *std::ranges::max_element(scores.subspan(i, row));
    if (peak > kMasked && std::isfinite(peak)) peaks->add(peak, peak);
  }
}

bool limit_masks(Graph& graph, const Calibration& calibration, Precision precision,
                 std::vector<Range>* ranges) {
  const Masks masks(graph, &calibration, precision);
  std::vector<Range> seen = calibration.seen;
  const size_t tensors = graph.tensors.size();
  bool changed = scale_masks(graph, masks, seen, *ranges);
  ranges->resize(graph.tensors.size());
  const std::vector<bool> logarithms = logarithms_of(graph);
  for (size_t t = 0; t < tensors; ++t) {
    const Limits limits =
        logarithms[t] ? Limits{kLeastLogarithm, INFINITY} : masks[TensorId{static_cast<uint32_t>(t)}];
    Tensor& tensor = graph.tensors[t];
    if (!limits.known() || tensor.type != nook::DType::kF32) continue;
    if (!tensor.constant()) {
      if (too_wide(seen[t], limits, kTooWide)) (*ranges)[t] = seen[t].within(limits.low, limits.high);
    } else if (has_infinity(tensor) || too_wide(range_of(tensor), limits, kTooWide)) {
      const auto low = static_cast<float>(std::max(limits.low, double{-FLT_MAX})),
                 high = static_cast<float>(std::min(limits.high, double{FLT_MAX}));
      changed |= change(tensor, [&](float v) { return std::isnan(v) ? v : std::clamp(v, low, high); });
    }
  }
  return changed;
}

}  // namespace nookc
