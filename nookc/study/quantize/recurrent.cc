#include "nookc/study/quantize/recurrent.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"

namespace nookc {
namespace {

using nook::GruLayer, nook::LstmLayer, nook::RnnLayer;

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// Computes one layer in floating point, sequence by sequence.
class Layer {
 public:
  Layer(const Node& node, Run& run, const Graph& graph, const RecurrentOperands& operands)
      : node_(node), run_(run), operands_(operands) {
    const nook::Shape& x = graph[node.in[0]].shape;
    if (const auto* const lstm = Graph::attrs<LstmLayer>(node)) read(*lstm);
    if (const auto* const gru = Graph::attrs<GruLayer>(node)) read(*gru), reset_after_ = gru->reset_after;
    if (const auto* const rnn = Graph::attrs<RnnLayer>(node))
      read(*rnn), relu_ = rnn->function == kNookRecurrentRelu;
    batch_ = static_cast<size_t>(x.dim[time_major_ ? 1 : 0]);
    steps_ = static_cast<size_t>(x.dim[time_major_ ? 0 : 1]);
    in_ = static_cast<size_t>(x.dim[2]);
    cells_ = static_cast<size_t>(graph[node.in[1]].shape.dim[0]);
  }

  void add_states(Range* hidden, Range* cell) {
    walk([&] { add(hidden_, hidden), add(cell_, cell); }, [](const auto&, const auto&) {}, [](size_t) {});
  }

  size_t read(std::span<const size_t> steps, std::span<float> to, const RecurrentVectors& vectors) {
    size_t step = 0, next_step = 0, found = 0;
    const auto stepped = [&](std::span<const float> x, const std::vector<double>& before) {
      while (next_step < steps.size() && steps[next_step] < step) ++next_step;  // its sequence has ended
      if (next_step == steps.size() || step++ != steps[next_step]) return;
      float* next = std::copy(x.begin(), x.end(), to.data() + found * vectors.size());
      for (const double h : before) *next++ = static_cast<float>(h);
      for (size_t u = 0; u < vectors.resets; ++u) *next++ = static_cast<float>(reset_[u]);
      ++found;
    };
    walk([] {}, stepped, [&](size_t b) { step = b * steps_; });
    return found;
  }

 private:
  // Calls seen() before the first step of each sequence and after each step, and stepped(x, hidden) after
  // each step with the row of x and the hidden state that it read; begins(b) before sequence b.
  template <class Seen, class Stepped, class Begins>
  void walk(const Seen& seen, const Stepped& stepped, const Begins& begins) {
    for (size_t b = 0; b < batch_; ++b) {
      begins(b);
      hidden_ = first(operands_.hidden, b), cell_ = first(operands_.cell, b);
      seen();
      const size_t length = length_of(b);
      for (size_t i = 0; i < length; ++i) {
        const size_t t = reverse_ ? length - 1 - i : i;
        const std::span<const float> x =
            run_.real(node_.in[0]).subspan((time_major_ ? t * batch_ + b : b * steps_ + t) * in_, in_);
        const std::vector<double> before = hidden_;
        step(x);
        stepped(x, before);
        seen();
      }
    }
  }

  template <class Attrs>
  void read(const Attrs& attrs) {
    time_major_ = attrs.time_major, reverse_ = attrs.reverse;
  }

  static void add(const std::vector<double>& values, Range* range) {
    for (const double v : values) range->add(v, v);
  }

  bool given(size_t i) const { return i > 0 && i < node_.in.size() && node_.in[i] != TensorId::kNone; }

  std::vector<double> first(size_t operand, size_t b) {
    std::vector<double> state(cells_, 0);
    if (!given(operand)) return state;
    const std::span<const float> all = run_.real(node_.in[operand]);
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(b * cells_), cells_, state.begin());
    return state;
  }

  size_t length_of(size_t b) const {
    if (!given(operands_.lengths)) return steps_;
    int32_t length;
    std::memcpy(&length, run_.data(node_.in[operands_.lengths]) + b * sizeof length, sizeof length);
    return static_cast<size_t>(std::clamp(length, 0, static_cast<int32_t>(steps_)));
  }

  // bias + matrix * row, of all units; `bias` may be an operand that is missing.
  template <class Row>
  std::vector<double> sums(size_t matrix, size_t bias, const Row& row) {
    std::vector<double> all(cells_, 0);
    if (given(bias)) std::ranges::copy(run_.real(node_.in[bias]), all.begin());
    const std::span<const float> w = run_.real(node_.in[matrix]);
    for (size_t u = 0; u < cells_; ++u)
      for (size_t i = 0; i < row.size(); ++i)
        all[u] += static_cast<double>(w[u * row.size() + i]) * static_cast<double>(row[i]);
    return all;
  }

  // The sums of gate `g` over x and the hidden state.
  std::vector<double> gate(size_t g, std::span<const float> x) {
    std::vector<double> all = sums(1 + g, operands_.bias + g, x);
    const std::vector<double> recurrent = sums(1 + operands_.gates + g, 0, hidden_);
    for (size_t u = 0; u < cells_; ++u) all[u] += recurrent[u];
    return all;
  }

  void step(std::span<const float> x) {
    if (operands_.gates == 4) return lstm(x);
    if (operands_.gates == 3) return gru(x);
    hidden_ = gate(0, x);
    for (double& h : hidden_) h = relu_ ? std::max(h, 0.0) : std::tanh(h);
  }

  void lstm(std::span<const float> x) {
    const std::vector<double> input = gate(0, x), forget = gate(1, x), candidate = gate(2, x),
                              output = gate(3, x);
    for (size_t u = 0; u < cells_; ++u) {
      cell_[u] = sigmoid(forget[u]) * cell_[u] + sigmoid(input[u]) * std::tanh(candidate[u]);
      hidden_[u] = sigmoid(output[u]) * std::tanh(cell_[u]);
    }
  }

  void gru(std::span<const float> x) {
    const std::vector<double> update = gate(0, x), reset = gate(1, x), of_x = sums(3, operands_.bias + 2, x);
    std::vector<double> kept = hidden_;
    reset_.resize(cells_);
    for (size_t u = 0; u < cells_; ++u) {
      reset_[u] = sigmoid(reset[u]);
      if (!reset_after_) kept[u] *= reset_[u];
    }
    std::vector<double> of_hidden = sums(6, operands_.bias + 3, kept);
    for (size_t u = 0; u < cells_; ++u) {
      const double z = sigmoid(update[u]);
      if (reset_after_) of_hidden[u] *= reset_[u];
      hidden_[u] = (1 - z) * std::tanh(of_x[u] + of_hidden[u]) + z * hidden_[u];
    }
  }

  const Node& node_;
  Run& run_;
  const RecurrentOperands& operands_;
  size_t batch_ = 0, steps_ = 0, in_ = 0, cells_ = 0;
  bool time_major_ = false, reverse_ = false, reset_after_ = false, relu_ = false;
  std::vector<double> hidden_, cell_;
  std::vector<double> reset_;  // the reset gate of a GRU
};

bool has_usual_functions(const Node& node) {
  const auto usual = [](int32_t gate, int32_t candidate) {
    return gate == kNookRecurrentSigmoid && candidate == kNookRecurrentTanh;
  };
  if (const auto* const lstm = Graph::attrs<LstmLayer>(node))
    return usual(lstm->gate, lstm->candidate) && lstm->output == kNookRecurrentTanh && !lstm->coupled;
  if (const auto* const gru = Graph::attrs<GruLayer>(node)) return usual(gru->gate, gru->candidate);
  const auto* const rnn = Graph::attrs<RnnLayer>(node);
  return rnn && (rnn->function == kNookRecurrentTanh || rnn->function == kNookRecurrentRelu);
}

}  // namespace

size_t bias_of_matrix(const Node& node, const RecurrentOperands& all, size_t i) {
  const auto* const gru = Graph::attrs<GruLayer>(node);
  return gru && gru->reset_after && i + 1 == 2 * all.gates ? all.gates : i % all.gates;
}

std::optional<RecurrentOperands> recurrent_operands(const Node& node) {
  if (node.erased()) return std::nullopt;
  if (const auto* const lstm = Graph::attrs<LstmLayer>(node))
    return RecurrentOperands{4, 12, 4, 16, 17, 18, lstm->cell};
  if (Graph::attrs<GruLayer>(node)) return RecurrentOperands{3, 7, 4, 11, 0, 12, false};
  if (Graph::attrs<RnnLayer>(node)) return RecurrentOperands{1, 3, 1, 4, 0, 5, false};
  return std::nullopt;
}

std::optional<RecurrentOperands> float_recurrent(const Graph& graph, const Node& node) {
  const std::optional<RecurrentOperands> all = recurrent_operands(node);
  if (!all || node.in.size() <= 2 * all->gates) return std::nullopt;
  const auto real = [&](size_t i, bool constant) {
    const TensorId t = node.in[i];
    return t != TensorId::kNone && graph[t].type == nook::DType::kF32 && graph[t].constant() == constant;
  };
  bool sound = real(0, false);
  for (size_t i = 1; i <= 2 * all->gates; ++i) sound = sound && real(i, true);
  for (size_t i = all->bias; i < all->bias + all->biases && i < node.in.size(); ++i)
    sound = sound && (node.in[i] == TensorId::kNone || real(i, true));
  return sound ? all : std::nullopt;
}

void add_states(const Node& node, Run& run, const Graph& graph, Range* hidden, Range* cell) {
  const std::optional<RecurrentOperands> operands = float_recurrent(graph, node);
  if (operands && has_usual_functions(node)) Layer(node, run, graph, *operands).add_states(hidden, cell);
}

RecurrentVectors recurrent_vectors(const Graph& graph, const Node& node) {
  const std::optional<RecurrentOperands> operands = float_recurrent(graph, node);
  if (!operands || !has_usual_functions(node)) return {};
  const nook::Shape& x = graph[node.in[0]].shape;
  const auto cells = static_cast<size_t>(graph[node.in[1]].shape.dim[0]);
  return {static_cast<size_t>(x.dim[2]), cells, operands->gates == 3 ? cells : 0,
          static_cast<size_t>(x.dim[0]) * static_cast<size_t>(x.dim[1])};
}

size_t read_steps(const Node& node, Run& run, const Graph& graph, std::span<const size_t> steps,
                  std::span<float> to) {
  const RecurrentOperands operands = *float_recurrent(graph, node);
  return Layer(node, run, graph, operands).read(steps, to, recurrent_vectors(graph, node));
}

int32_t power_of_states(const Range& range, double least) {
  const double most = range.known ? std::max(range.magnitude(), least) : 1;
  return static_cast<int32_t>(std::ceil(std::log2(most))) - 15;
}

void choose_units(Graph& graph, const std::vector<Range>& hidden, const std::vector<Range>& cells) {
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    if (graph.nodes[n].erased()) continue;
    if (auto* const lstm = Graph::attrs<LstmLayer>(graph.nodes[n]); lstm && cells[n].known)
      lstm->cell_power = power_of_states(cells[n], 1e-3);
    if (!hidden[n].known) continue;
    if (auto* const gru = Graph::attrs<GruLayer>(graph.nodes[n]))
      gru->state_power = std::min(power_of_states(hidden[n], 1), 0);
    if (auto* const rnn = Graph::attrs<RnnLayer>(graph.nodes[n]); rnn && rnn->function == kNookRecurrentRelu)
      rnn->state_power = std::clamp(power_of_states(hidden[n], 1e-3), -15, 0);
  }
}

float state_scale(const Node& node, float hidden_scale) {
  if (const auto* const gru = Graph::attrs<GruLayer>(node)) return std::ldexp(1.0f, gru->state_power);
  if (const auto* const rnn = Graph::attrs<RnnLayer>(node)) return std::ldexp(1.0f, rnn->state_power);
  return hidden_scale;
}

Affine affine_of_layer_cells(const Node& node) {
  const auto* const lstm = Graph::attrs<LstmLayer>(node);
  return {std::ldexp(1.0f, lstm ? lstm->cell_power : -11), 0};
}

}  // namespace nookc
