#include "nookc/study/quantize/lstm.h"

#include <algorithm>
#include <cmath>

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"

namespace nookc {
namespace {

using Lstm = LstmOperands;
using Op = nook::UnidirectionalSequenceLstm;

enum Gates : size_t { kInput, kForget, kCandidate, kOutput };

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Computes one layer in floating point.
class Layer {
 public:
  Layer(const Node& node, Run& run, const Graph& graph) : node_(node), run_(run) {
    const nook::Shape& x = graph[node.in[Lstm::kX]].shape;
    const auto& attrs = *Graph::attrs<Op>(node);
    time_major_ = attrs.time_major, clip_ = static_cast<double>(attrs.cell_clip);
    batch_ = static_cast<size_t>(x.dim[time_major_ ? 1 : 0]),
    steps_ = static_cast<size_t>(x.dim[time_major_ ? 0 : 1]);
    in_ = static_cast<size_t>(x.dim[2]);
    cells_ = static_cast<size_t>(graph[node.in[Lstm::kFromX]].shape.dim[0]);
  }

  void add_cells(Range* range) {
    for (size_t b = 0; b < batch_; ++b) {
      hidden_.assign(cells_, 0), cell_.assign(cells_, 0);
      for (size_t t = 0; t < steps_; ++t) {
        step(b, t);
        for (const double c : cell_) range->add(static_cast<float>(c), static_cast<float>(c));
      }
    }
  }

 private:
  std::span<const float> operand(size_t i) {
    return node_.in[i] == TensorId::kNone ? std::span<const float>() : run_.real(node_.in[i]);
  }

  double sum(size_t gate, size_t unit, const float* x) {
    const std::span<const float> w = operand(Lstm::kFromX + gate), r = operand(Lstm::kRecurrent + gate),
                                 bias = operand(Lstm::kBias + gate);
    double all = bias.empty() ? 0 : static_cast<double>(bias[unit]);
    for (size_t i = 0; i < in_; ++i)
      all += static_cast<double>(w[unit * in_ + i]) * static_cast<double>(x[i]);
    for (size_t i = 0; i < cells_; ++i) all += static_cast<double>(r[unit * cells_ + i]) * hidden_[i];
    return all;
  }

  void step(size_t b, size_t t) {
    const size_t row = time_major_ ? t * batch_ + b : b * steps_ + t;
    const float* const x = operand(Lstm::kX).data() + row * in_;
    std::vector<double> next(cells_);
    for (size_t u = 0; u < cells_; ++u) {
      double c = sigmoid(sum(kForget, u, x)) * cell_[u] +
                 sigmoid(sum(kInput, u, x)) * std::tanh(sum(kCandidate, u, x));
      if (clip_ > 0) c = std::clamp(c, -clip_, clip_);
      cell_[u] = c;
      next[u] = sigmoid(sum(kOutput, u, x)) * std::tanh(c);
    }
    hidden_ = std::move(next);
  }

  const Node& node_;
  Run& run_;
  size_t batch_ = 0, steps_ = 0, in_ = 0, cells_ = 0;
  bool time_major_ = false;
  double clip_ = 0;
  std::vector<double> hidden_, cell_;
};

}  // namespace

bool is_float_lstm(const Graph& graph, const Node& node) {
  if (node.erased() || op_code(node) != nook::OpCode::kUnidirectionalSequenceLstm) return false;
  if (node.in.size() <= Lstm::kCell) return false;
  const auto real = [&](size_t i, bool constant) {
    const TensorId t = node.in[i];
    return t != TensorId::kNone && graph[t].type == nook::DType::kF32 && graph[t].constant() == constant;
  };
  bool sound = real(Lstm::kX, false) && real(Lstm::kHidden, false) && real(Lstm::kCell, false);
  for (size_t g = 0; g < Lstm::kGates; ++g) {
    sound = sound && real(Lstm::kFromX + g, true) && real(Lstm::kRecurrent + g, true);
    sound = sound && (node.in[Lstm::kBias + g] == TensorId::kNone || real(Lstm::kBias + g, true));
  }
  return sound;
}

void add_cells(const Node& node, Run& run, const Graph& graph, Range* range) {
  Layer(node, run, graph).add_cells(range);
}

Affine affine_of_cells(const Range& range) {
  const double most = range.known ? std::max({-range.low, range.high, 1e-3}) : 1;
  return {static_cast<float>(std::exp2(std::ceil(std::log2(most)) - 15)), 0};
}

}  // namespace nookc
