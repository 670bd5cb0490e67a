// LSTM, GRU and RNN: one operator of nook for each direction, which starts over in each inference.
#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "nookc/front/onnx/recurrent.h"

namespace nookc::onnx {
namespace {

// The operands that the layers of all directions read.
struct Shared {
  Recurrent net;
  TensorId x = TensorId::kNone, lengths = TensorId::kNone;
  bool time_major = true;
};

// The results of one direction.
struct Results {
  Value sequence, hidden, cell;
};

// x in memory: [steps][batch][in] or [batch][steps][in], whichever needs no TRANSPOSE.
void store_x(Mapper& m, Shared* to) {
  const Value given = m.in(0), x = to->net.batch_first ? m.permuted(given, {1, 0, 2}) : given;
  const Order batch_major = {1, 0, 2};
  to->time_major = x.known() || x.put_off() || x.order != batch_major;
  to->x = m.stored(x, to->time_major ? plain_order(3) : batch_major);
}

TensorId vector_of(Mapper& m, const std::vector<double>& numbers) {
  if (std::ranges::all_of(numbers, [](double x) { return x == 0; })) return TensorId::kNone;
  return m.add_constant(make_constant(kReal, {static_cast<int64_t>(numbers.size())}, numbers));
}

std::vector<double> sum_of(std::vector<double> a, const std::vector<double>& b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

// x and the matrices of the gates that ONNX numbers so, for x and for the hidden state.
std::vector<TensorId> matrices(Mapper& m, const Shared& of, int64_t direction,
                               const std::vector<int64_t>& gates) {
  const Recurrent& net = of.net;
  std::vector<TensorId> all = {of.x};
  for (const bool recurrent : {false, true}) {
    const int64_t width = recurrent ? net.hidden : net.in;
    for (const int64_t gate : gates)
      all.push_back(m.add_constant(make_constant(
          kReal, {net.hidden, width},
          net.rows(recurrent ? net.r : net.w, direction, gate * net.hidden, net.hidden, width))));
  }
  return all;
}

// The biases of these gates, for x and the hidden state together.
void add_biases(Mapper& m, const Recurrent& net, int64_t direction, const std::vector<int64_t>& gates,
                std::vector<TensorId>* to) {
  for (const int64_t gate : gates)
    to->push_back(vector_of(m, sum_of(net.bias(direction, 0, gate, 1), net.bias(direction, 1, gate, 1))));
}

// Sets the attributes that all layers have.
template <class Attrs>
Attrs attrs_of(Mapper& m, const Shared& of, int64_t direction) {
  Attrs attrs;
  attrs.time_major = of.time_major;
  attrs.reverse = direction == 1 || m.node().text("direction", "forward") == "reverse";
  attrs.sequence = m.wanted(0), attrs.last = m.wanted(1) || !m.wanted(0);
  attrs.clip = static_cast<float>(of.net.clip);
  return attrs;
}

// Emits the layer and returns its results.
template <class Attrs>
Results emitted(Mapper& m, const Shared& of, const Attrs& attrs, bool cell, std::vector<TensorId> in) {
  const Recurrent& net = of.net;
  const Dims state = {net.batch, net.hidden}, sequence = {net.steps, net.batch, net.hidden};
  const Order order = of.time_major ? plain_order(3) : Order{1, 0, 2};
  std::vector<TensorId> out;
  if (attrs.sequence) out.push_back(m.fresh(dims_in(sequence, order), kReal));
  for (const bool wanted : {attrs.last, cell})
    if (wanted) out.push_back(m.fresh(state, kReal));
  m.emit(attrs, std::move(in), out);
  const Dims stated = {1, net.batch, net.hidden};
  Results made;
  if (attrs.sequence) made.sequence = m.value(out[0], sequence, order);
  if (attrs.last) made.hidden = m.reshaped(m.value(out[attrs.sequence ? 1 : 0], state), stated);
  if (cell) made.cell = m.reshaped(m.value(out.back(), state), stated);
  return made;
}

void set_function(const nook_recurrent_function& from, int32_t* kind, float* alpha, float* beta) {
  *kind = from.kind, *alpha = from.alpha, *beta = from.beta;
}

// ONNX orders the gates input, output, forget, cell; its peepholes input, output, forget.
Results lstm(Mapper& m, const Shared& of, int64_t direction) {
  const Recurrent& net = of.net;
  const std::vector<int64_t> gates = {0, 2, 3, 1};
  auto attrs = attrs_of<nook::LstmLayer::Attrs>(m, of, direction);
  attrs.cell = m.wanted(2), attrs.coupled = net.coupled;
  set_function(net.function(direction, 0), &attrs.gate, &attrs.gate_alpha, &attrs.gate_beta);
  set_function(net.function(direction, 1), &attrs.candidate, &attrs.candidate_alpha, &attrs.candidate_beta);
  set_function(net.function(direction, 2), &attrs.output, &attrs.output_alpha, &attrs.output_beta);
  std::vector<TensorId> in = matrices(m, of, direction, gates);
  for (const int64_t gate : {0, 2, 1}) {
    in.push_back(TensorId::kNone);
    if (net.peepholes.empty()) continue;
    const auto begin = net.peepholes.begin() + (direction * 3 + gate) * net.hidden;
    in.back() = vector_of(m, {begin, begin + net.hidden});
  }
  add_biases(m, net, direction, gates, &in);
  in.push_back(first_state(m, net, 5, direction));
  in.push_back(first_state(m, net, 6, direction));
  in.push_back(of.lengths);
  return emitted(m, of, attrs, attrs.cell, std::move(in));
}

// ONNX orders the gates update, reset, candidate. The bias of the candidate's hidden state is an operand of
// its own where the reset gate multiplies it, too.
Results gru(Mapper& m, const Shared& of, int64_t direction) {
  const Recurrent& net = of.net;
  auto attrs = attrs_of<nook::GruLayer::Attrs>(m, of, direction);
  attrs.reset_after = m.node().integer("linear_before_reset", 0) != 0;
  set_function(net.function(direction, 0), &attrs.gate, &attrs.gate_alpha, &attrs.gate_beta);
  set_function(net.function(direction, 1), &attrs.candidate, &attrs.candidate_alpha, &attrs.candidate_beta);
  std::vector<TensorId> in = matrices(m, of, direction, {0, 1, 2});
  add_biases(m, net, direction, {0, 1}, &in);
  const std::vector<double> of_x = net.bias(direction, 0, 2, 1), of_hidden = net.bias(direction, 1, 2, 1);
  in.push_back(vector_of(m, attrs.reset_after ? of_x : sum_of(of_x, of_hidden)));
  in.push_back(attrs.reset_after ? vector_of(m, of_hidden) : TensorId::kNone);
  in.push_back(first_state(m, net, 5, direction));
  in.push_back(of.lengths);
  return emitted(m, of, attrs, false, std::move(in));
}

Results rnn(Mapper& m, const Shared& of, int64_t direction) {
  auto attrs = attrs_of<nook::RnnLayer::Attrs>(m, of, direction);
  set_function(of.net.function(direction, 0), &attrs.function, &attrs.alpha, &attrs.beta);
  std::vector<TensorId> in = matrices(m, of, direction, {0});
  add_biases(m, of.net, direction, {0}, &in);
  in.push_back(first_state(m, of.net, 5, direction));
  in.push_back(of.lengths);
  return emitted(m, of, attrs, false, std::move(in));
}

// The sequences of all directions, [steps][directions][batch][hidden]. In memory the directions of a step are
// adjacent, as networks read them.
Value joined_sequences(Mapper& m, const Recurrent& net, const std::vector<Value>& parts) {
  const Value whole = parts.size() == 1 ? parts[0] : concat(m, parts, 2);
  return m.permuted(m.reshaped(whole, {net.steps, net.batch, net.directions, net.hidden}), {0, 2, 1, 3});
}

void give_states(Mapper& m, const Recurrent& net, size_t result, const std::vector<Value>& parts) {
  if (!m.wanted(result)) return;
  const Value whole = parts.size() == 1 ? parts[0] : concat(m, parts, 0);
  m.give(result, net.batch_first ? m.permuted(whole, {1, 0, 2}) : whole);
}

using Layer = Results (*)(Mapper& m, const Shared& of, int64_t direction);

std::string map_layers(Mapper& m, int64_t gates, Layer layer) {
  Shared shared;
  if (const std::string why = read_recurrent(m, gates, &shared.net); !why.empty()) return why;
  std::string why;
  shared.lengths = read_lengths(m, shared.net, &why);
  if (!why.empty()) return why;
  store_x(m, &shared);
  std::vector<Value> sequences, hidden, cells;
  for (int64_t d = 0; d < shared.net.directions; ++d) {
    const Results results = layer(m, shared, d);
    sequences.push_back(results.sequence), hidden.push_back(results.hidden), cells.push_back(results.cell);
  }
  if (m.wanted(0)) {
    const Value all = joined_sequences(m, shared.net, sequences);
    m.give(0, shared.net.batch_first ? m.permuted(all, {2, 0, 1, 3}) : all);
  }
  give_states(m, shared.net, 1, hidden);
  give_states(m, shared.net, 2, cells);
  return {};
}

}  // namespace

std::string map_lstm(Mapper& m) { return map_layers(m, 4, lstm); }
std::string map_gru(Mapper& m) { return map_layers(m, 3, gru); }
std::string map_rnn(Mapper& m) { return map_layers(m, 1, rnn); }

}  // namespace nookc::onnx
