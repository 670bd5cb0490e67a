// LSTM, GRU and RNN, step by step: TensorFlow Lite's own LSTM keeps its state from one inference to the next,
// those of ONNX begin anew.
#include "nook/ops/add/add_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/onnx/ops.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostSteps = 2048;

Value sum(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Add::Attrs{}, a, b); }
Value product(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Mul::Attrs{}, a, b); }
Value sigmoid(Mapper& m, const Value& x) { return unary(m, nook::Logistic::Attrs{}, x); }
Value squashed(Mapper& m, const Value& x) { return unary(m, nook::Tanh::Attrs{}, x); }

// Operands of the node, the numbers of all directions one after the other.
struct Recurrent {
  int64_t steps = 0, batch = 0, in = 0, hidden = 0, directions = 1, gates = 0;
  std::vector<double> w, r, b;  // [directions][gates * hidden][in], [...][hidden], [...][2]

  std::vector<double> rows(const std::vector<double>& of, int64_t direction, int64_t from, int64_t count,
                           int64_t width) const {
    const auto begin = of.begin() + (direction * gates * hidden + from) * width;
    return {begin, begin + count * width};
  }
  // Of bias `which` (0: of the input, 1: of the state), of gates from `first` on.
  std::vector<double> bias(int64_t direction, int64_t which, int64_t first, int64_t count) const {
    if (b.empty()) return std::vector<double>(static_cast<size_t>(count * hidden), 0.0);
    const auto begin = b.begin() + ((direction * 2 + which) * gates + first) * hidden;
    return {begin, begin + count * hidden};
  }
};

std::string check_attributes(const Mapper& m, int64_t gates) {
  const OnnxNode& node = m.node();
  const auto found = node.attributes.find("activations");
  if (found != node.attributes.end()) {
    const std::vector<std::string> usual = gates == 4   ? std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}
                                           : gates == 3 ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                        : std::vector<std::string>{"Tanh"};
    for (size_t i = 0; i < found->second.texts.size(); ++i) {
      const std::string& name = found->second.texts[i];
      if (name != usual[i % usual.size()] && !(gates == 1 && name == "Relu"))
        return "its activations are not the usual ones";
    }
  }
  if (node.has("clip")) return "it clips its cells";
  if (node.integer("input_forget", 0)) return "input_forget: need 0";
  if (node.integer("layout", 0)) return "layout: need 0, steps first";
  return {};
}

std::string read(const Mapper& m, int64_t gates, Recurrent* to) {
  if (const std::string why = check_attributes(m, gates); !why.empty()) return why;
  const ConstantPtr w = m.constant(1), r = m.constant(2), b = m.constant(3), lengths = m.constant(4);
  const Dims& x = m.raw(0).shape;
  if (!w || !r || (m.given(3) && !b)) return "its weights are computed when the model runs";
  if (x.size() != 3 || w->dims.size() != 3 || r->dims.size() != 3) return "need operands of three dimensions";
  to->steps = x[0], to->batch = x[1], to->in = x[2], to->gates = gates;
  to->directions = w->dims[0], to->hidden = r->dims[2];
  const bool fits = w->dims == Dims{to->directions, gates * to->hidden, to->in} &&
                    r->dims == Dims{to->directions, gates * to->hidden, to->hidden} &&
                    (!b || b->dims == Dims{to->directions, 2 * gates * to->hidden});
  const std::string direction = m.node().text("direction", "forward");
  if (!fits || to->directions != (direction == "bidirectional" ? 2 : 1))
    return "its weights do not fit its operand";
  if (to->steps * to->directions > kMostSteps)
    return "steps: need " + std::to_string(kMostSteps) + " at most, have " + std::to_string(to->steps);
  if (m.given(4)) {
    const std::vector<int64_t> whole(static_cast<size_t>(to->batch), to->steps);
    if (!lengths || integers_of(*lengths) != whole) return "its sequences have lengths of their own";
  }
  if (m.given(7)) {
    const ConstantPtr peepholes = m.constant(7);
    if (!peepholes || *std::max_element(peepholes->data.begin(), peepholes->data.end()) != std::byte{0})
      return "it has peepholes";
  }
  to->w = reals_of(*w), to->r = reals_of(*r);
  if (b) to->b = reals_of(*b);
  return {};
}

// A dense layer whose weights are there once for all steps.
struct Layer {
  TensorId w = TensorId::kNone, b = TensorId::kNone;
  int64_t units = 0;
};

Layer layer(Mapper& m, const std::vector<double>& w, const std::vector<double>& b, int64_t units) {
  const int64_t depth = static_cast<int64_t>(w.size()) / units;
  const bool none = std::all_of(b.begin(), b.end(), [](double x) { return x == 0; });
  return {m.add_constant(make_constant(kReal, {units, depth}, w)),
          none ? TensorId::kNone : m.add_constant(make_constant(kReal, {units}, b)), units};
}

Value apply(Mapper& m, const Layer& layer, const Value& x) {
  const Dims shape = {x.shape[0], layer.units};
  const TensorId from = m.plain(x), y = m.fresh(shape, kReal);
  m.emit(nook::FullyConnected::Attrs{}, {from, layer.w, layer.b}, {y});
  return m.value(y, shape);
}

// The columns of x in equal parts.
std::vector<Value> gates_of(Mapper& m, const Value& x, int64_t count) {
  if (count == 1) return {x};
  const Dims shape = {x.shape[0], x.shape[1] / count};
  std::vector<TensorId> out;
  std::vector<Value> parts;
  for (int64_t i = 0; i < count; ++i) {
    out.push_back(m.fresh(shape, kReal));
    parts.push_back(m.value(out.back(), shape));
  }
  m.emit(nook::Split::Attrs{}, {m.add_ints({1}, {}), m.plain(x)}, out);
  return parts;
}

// What each step gets of the input: one dense layer for all of them.
std::vector<Value> steps_of(Mapper& m, const Recurrent& net, const Layer& layer) {
  const Value all = apply(m, layer, m.reshaped(m.in(0), {net.steps * net.batch, net.in}));
  if (net.steps == 1) return {all};
  const Value by_step = m.reshaped(all, {net.steps, net.batch, layer.units});
  std::vector<TensorId> out;
  std::vector<Value> steps;
  for (int64_t t = 0; t < net.steps; ++t) {
    out.push_back(m.fresh({net.batch, layer.units}, kReal));
    steps.push_back(m.value(out.back(), {net.batch, layer.units}));
  }
  m.emit(nook::Unpack::Attrs{}, {m.plain(by_step)}, out);
  return steps;
}

// A state before the first step; no shape: zeros.
Value first_state(Mapper& m, const Recurrent& net, size_t operand, int64_t direction) {
  Value none;
  if (!m.given(operand)) return none;
  const ConstantPtr known = m.constant(operand);
  if (known &&
      std::all_of(known->data.begin(), known->data.end(), [](std::byte b) { return b == std::byte{0}; }))
    return none;
  Value all = m.in(operand);
  if (net.directions > 1) all = slice(m, all, 0, direction, 1);
  return in_memory(m, m.reshaped(all, {net.batch, net.hidden}));
}

bool is_there(const Value& value) { return !value.shape.empty(); }

struct State {
  Value h, c;
};

// One step: of what the input gives, [batch][gates * hidden], and the state before.
using Step = void (*)(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers, int64_t direction,
                      const Value& x, State* state);

void lstm_step(Mapper& m, const Recurrent&, const std::vector<Layer>& layers, int64_t, const Value& x,
               State* state) {
  const Value all = is_there(state->h) ? sum(m, x, apply(m, layers[0], state->h)) : x;
  const std::vector<Value> g = gates_of(m, all, 4);  // input, output, forget, cell
  // One statement each: arguments are evaluated in any order, which must not decide the order of operators.
  const Value cell = squashed(m, g[3]), input = sigmoid(m, g[0]);
  Value c = product(m, input, cell);
  if (is_there(state->c)) c = sum(m, product(m, sigmoid(m, g[2]), state->c), c);
  state->c = c;
  const Value shown = squashed(m, c), output = sigmoid(m, g[1]);
  state->h = product(m, output, shown);
}

// The new state between the candidate and the old one.
Value mixed(Mapper& m, const Value& z, const Value& candidate, const Value& h) {
  if (!is_there(h)) return binary(m, nook::Sub::Attrs{}, candidate, product(m, z, candidate));
  return sum(m, candidate, product(m, z, binary(m, nook::Sub::Attrs{}, h, candidate)));
}

// layers[0]: all gates of the state, and its bias.
void gru_step_reset_after(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers,
                          int64_t direction, const Value& x, State* state) {
  std::vector<Value> g = gates_of(m, x, 3);  // update, reset, candidate
  Value of_state = real_constant({1, net.hidden}, net.bias(direction, 1, 2, 1));
  if (is_there(state->h)) {
    const std::vector<Value> s = gates_of(m, apply(m, layers[0], state->h), 3);
    g[0] = sum(m, g[0], s[0]), g[1] = sum(m, g[1], s[1]);
    of_state = s[2];
  }
  const Value candidate = squashed(m, sum(m, g[2], product(m, sigmoid(m, g[1]), of_state)));
  state->h = mixed(m, sigmoid(m, g[0]), candidate, state->h);
}

// layers[0]: update and reset of the state; layers[1]: the candidate.
void gru_step_reset_before(Mapper& m, const Recurrent&, const std::vector<Layer>& layers, int64_t,
                           const Value& x, State* state) {
  std::vector<Value> g = gates_of(m, x, 3);
  if (is_there(state->h)) {
    const std::vector<Value> s = gates_of(m, apply(m, layers[0], state->h), 2);
    g[0] = sum(m, g[0], s[0]), g[1] = sum(m, g[1], s[1]);
    g[2] = sum(m, g[2], apply(m, layers[1], product(m, sigmoid(m, g[1]), state->h)));
  }
  const Value z = sigmoid(m, g[0]), candidate = squashed(m, g[2]);
  state->h = mixed(m, z, candidate, state->h);
}

void rnn_step(Mapper& m, const Recurrent&, const std::vector<Layer>& layers, int64_t direction,
              const Value& x, State* state) {
  const Value all = is_there(state->h) ? sum(m, x, apply(m, layers[0], state->h)) : x;
  const auto found = m.node().attributes.find("activations");
  const size_t i = static_cast<size_t>(direction);
  const bool relu = found != m.node().attributes.end() && i < found->second.texts.size() &&
                    found->second.texts[i] == "Relu";
  state->h = relu ? unary(m, nook::Relu::Attrs{}, all) : squashed(m, all);
}

// The layers of the state in one direction, and the bias of what the input gives.
struct Direction {
  std::vector<Layer> layers;
  std::vector<double> bias;
};

Direction direction_of(Mapper& m, const Recurrent& net, int64_t d) {
  const int64_t h = net.hidden, g = net.gates;
  Direction made;
  made.bias = net.bias(d, 0, 0, g);
  std::vector<double> of_state = net.bias(d, 1, 0, g);
  const bool reset_after = g == 3 && m.node().integer("linear_before_reset", 0) != 0;
  for (size_t i = 0; i < made.bias.size(); ++i) {
    if (reset_after && i >= static_cast<size_t>(2 * h)) continue;
    made.bias[i] += of_state[i], of_state[i] = 0;
  }
  if (g == 3 && !reset_after) {
    made.layers = {layer(m, net.rows(net.r, d, 0, 2 * h, h), {}, 2 * h),
                   layer(m, net.rows(net.r, d, 2 * h, h, h), {}, h)};
  } else {
    made.layers = {layer(m, net.rows(net.r, d, 0, g * h, h), of_state, g * h)};
  }
  return made;
}

std::string map_recurrent(Mapper& m, int64_t gates, Step step) {
  Recurrent net;
  if (const std::string why = read(m, gates, &net); !why.empty()) return why;
  std::vector<Value> all, last_h, last_c;
  for (int64_t d = 0; d < net.directions; ++d) {
    const bool backwards = d == 1 || m.node().text("direction", "forward") == "reverse";
    const Direction direction = direction_of(m, net, d);
    const int64_t units = gates * net.hidden;
    const std::vector<Value> x =
        steps_of(m, net, layer(m, net.rows(net.w, d, 0, units, net.in), direction.bias, units));
    State state = {first_state(m, net, 5, d), gates == 4 ? first_state(m, net, 6, d) : Value()};
    std::vector<Value> states(x.size());
    for (size_t t = 0; t < x.size(); ++t) {
      const size_t at = backwards ? x.size() - 1 - t : t;
      step(m, net, direction.layers, d, x[at], &state);
      states[at] = state.h;
    }
    if (m.wanted(0))
      all.push_back(m.reshaped(states.size() == 1 ? states[0] : concat(m, states, 0),
                               {net.steps, 1, net.batch, net.hidden}));
    if (m.wanted(1)) last_h.push_back(m.reshaped(state.h, {1, net.batch, net.hidden}));
    if (m.wanted(2)) last_c.push_back(m.reshaped(state.c, {1, net.batch, net.hidden}));
  }
  if (m.wanted(0)) m.give(0, all.size() == 1 ? all[0] : concat(m, all, 1));
  if (m.wanted(1)) m.give(1, last_h.size() == 1 ? last_h[0] : concat(m, last_h, 0));
  if (m.wanted(2)) m.give(2, last_c.size() == 1 ? last_c[0] : concat(m, last_c, 0));
  return {};
}

}  // namespace

std::string map_lstm(Mapper& m) { return map_recurrent(m, 4, lstm_step); }
std::string map_gru(Mapper& m) {
  const bool after = m.node().integer("linear_before_reset", 0) != 0;
  return map_recurrent(m, 3, after ? gru_step_reset_after : gru_step_reset_before);
}
std::string map_rnn(Mapper& m) { return map_recurrent(m, 1, rnn_step); }

}  // namespace nookc::onnx
