// LSTM, GRU and RNN, unrolled step by step: TensorFlow Lite's own LSTM keeps its state between inferences,
// ONNX operators start again each time.
#include <numeric>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/leaky_relu/leaky_relu_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/core/text.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostSteps = 2048;

Value product(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Mul::Attrs{}, a, b); }

// The activation functions of one direction: gates, candidate, output.
struct Squashing {
  std::string name;
  double alpha = 0, beta = 0;
};

// ONNX's default numbers if the node states none.
Squashing usual_numbers(const std::string& name) {
  if (name == "HardSigmoid") return {name, 0.2, 0.5};
  if (name == "LeakyRelu") return {name, 0.01, 0};
  return {name, 1, 0};
}

bool has_function(const std::string& name) {
  for (const char* known : {"Sigmoid", "Tanh", "Relu", "HardSigmoid", "LeakyRelu", "Softsign"})
    if (name == known) return true;
  return false;
}

std::vector<std::string> usual_functions(int64_t gates) {
  if (gates == 4) return {"Sigmoid", "Tanh", "Tanh"};
  return gates == 3 ? std::vector<std::string>{"Sigmoid", "Tanh"} : std::vector<std::string>{"Tanh"};
}

// Reads the functions of all directions in order.
std::string read_functions(const OnnxNode& node, int64_t gates, int64_t directions,
                           std::vector<Squashing>* to) {
  const auto numbers = [&](const char* attribute) {
    const auto found = node.attributes.find(attribute);
    return found == node.attributes.end() ? std::vector<float>() : found->second.reals;
  };
  const std::vector<float> alphas = numbers("activation_alpha"), betas = numbers("activation_beta");
  const std::vector<std::string> usual = usual_functions(gates);
  const auto found = node.attributes.find("activations");
  std::vector<std::string> names;
  if (found != node.attributes.end()) names = found->second.texts;
  while (names.size() < usual.size() * static_cast<size_t>(directions))
    names.push_back(usual[names.size() % usual.size()]);
  size_t alpha = 0, beta = 0;  // only functions with such a parameter consume one
  for (const std::string& name : names) {
    if (!has_function(name)) return "activations: nook does not support " + printable(name);
    Squashing made = usual_numbers(name);
    const bool hard = name == "HardSigmoid";
    if ((hard || name == "LeakyRelu") && alpha < alphas.size())
      made.alpha = static_cast<double>(alphas[alpha++]);
    if (hard && beta < betas.size()) made.beta = static_cast<double>(betas[beta++]);
    to->push_back(made);
  }
  return {};
}

Value squashed_by(Mapper& m, const Squashing& by, const Value& x) {
  const auto real = [](double number) { return real_constant(number); };
  if (by.name == "Sigmoid") return unary(m, nook::Logistic::Attrs{}, x);
  if (by.name == "Relu") return unary(m, nook::Relu::Attrs{}, x);
  if (by.name == "LeakyRelu") {
    nook::LeakyRelu::Attrs attrs;
    attrs.alpha = static_cast<float>(by.alpha);
    return unary(m, attrs, x);
  }
  if (by.name == "Softsign") {
    const Value size = unary(m, nook::Abs::Attrs{}, x);
    return binary(m, nook::Div::Attrs{}, x, added(m, size, real(1)));
  }
  if (by.name == "HardSigmoid") {
    const Value scaled = binary(m, nook::Mul::Attrs{}, x, real(by.alpha));
    const Value moved = added(m, scaled, real(by.beta));
    const Value low = binary(m, nook::Maximum::Attrs{}, moved, real(0));
    return binary(m, nook::Minimum::Attrs{}, low, real(1));
  }
  return unary(m, nook::Tanh::Attrs{}, x);
}

// Operands of the node; the numbers of all directions are concatenated.
struct Recurrent {
  int64_t steps = 0, batch = 0, in = 0, hidden = 0, directions = 1, gates = 0;
  std::vector<double> w, r, b;    // [directions][gates * hidden][in], [...][hidden], [...][2]
  std::vector<double> peepholes;  // [directions][3 * hidden], or empty
  // Per step: 1 for sequences that include the step and 0 for those that have ended, and the opposite:
  // [batch][1]. Empty: all sequences have all steps.
  std::vector<Value> lasts, over;
  std::vector<Squashing> functions;  // for all directions
  double clip = 0;                   // 0: no clipping
  bool batch_first = false, coupled = false;

  std::vector<double> rows(const std::vector<double>& of, int64_t direction, int64_t from, int64_t count,
                           int64_t width) const {
    const auto begin = of.begin() + (direction * gates * hidden + from) * width;
    return {begin, begin + count * width};
  }
  // Bias `which` (0: of the input, 1: of the state) of `count` gates from `first` on.
  std::vector<double> bias(int64_t direction, int64_t which, int64_t first, int64_t count) const {
    if (b.empty()) return std::vector<double>(static_cast<size_t>(count * hidden), 0.0);
    const auto begin = b.begin() + ((direction * 2 + which) * gates + first) * hidden;
    return {begin, begin + count * hidden};
  }
};

// Splits x along its first dimension, which is removed.
std::vector<Value> parts_of(Mapper& m, const Value& x) {
  const Dims shape(x.shape.begin() + 1, x.shape.end());
  std::vector<TensorId> out;
  std::vector<Value> parts;
  for (int64_t i = 0; i < x.shape[0]; ++i) {
    out.push_back(m.fresh(shape, kReal));
    parts.push_back(m.value(out.back(), shape));
  }
  m.emit(nook::Unpack::Attrs{}, {m.plain(x)}, out);
  return parts;
}

// Sets `lasts` and `over` from the lengths of the sequences.
std::string read_lengths(Mapper& m, Recurrent* to) {
  if (m.raw(4).shape != Dims{to->batch}) return "it does not have one length for each sequence";
  const ConstantPtr known = m.constant(4);
  if (!known) {
    std::vector<int64_t> steps(static_cast<size_t>(to->steps));
    std::iota(steps.begin(), steps.end(), 0);
    const Dims dims = {to->steps, 1};
    const TensorId numbers = m.add_constant(make_constant(nook::DType::kS32, dims, steps));
    const Value step = m.value(numbers, dims, plain_order(2), nook::DType::kS32);
    const Value there = binary(m, nook::Less::Attrs{}, step, m.reshaped(m.in(4), {1, to->batch}), kTruth);
    const Value lasts = m.reshaped(converted(m, there, kReal), {to->steps, to->batch, 1});
    to->lasts = parts_of(m, lasts);
    to->over = parts_of(m, binary(m, nook::Sub::Attrs{}, real_constant(1), lasts));
    return {};
  }
  const std::vector<int64_t> lengths = integers_of(*known);
  for (const int64_t length : lengths)
    if (length < 0 || length > to->steps) return "a sequence is longer than the number of steps";
  if (*std::ranges::min_element(lengths) == to->steps) return {};
  for (int64_t t = 0; t < to->steps; ++t) {
    std::vector<double> lasts, over;
    for (const int64_t length : lengths) lasts.push_back(t < length), over.push_back(t >= length);
    to->lasts.push_back(real_constant({to->batch, 1}, lasts));
    to->over.push_back(real_constant({to->batch, 1}, over));
  }
  return {};
}

std::string read_recurrent(Mapper& m, int64_t gates, Recurrent* to) {
  to->batch_first = m.node().integer("layout", 0) != 0;
  to->coupled = gates == 4 && m.node().integer("input_forget", 0) != 0;
  to->clip = static_cast<double>(m.node().real("clip", 0));
  const ConstantPtr w = m.constant(1), r = m.constant(2), b = m.constant(3);
  const Dims& x = m.raw(0).shape;
  if (!w || !r || (m.given(3) && !b)) return "its weights are computed when the model runs";
  if (x.size() != 3 || w->dims.size() != 3 || r->dims.size() != 3) return "need operands of three dimensions";
  to->steps = x[to->batch_first ? 1 : 0], to->batch = x[to->batch_first ? 0 : 1], to->in = x[2],
  to->gates = gates;
  to->directions = w->dims[0], to->hidden = r->dims[2];
  const bool fits = w->dims == Dims{to->directions, gates * to->hidden, to->in} &&
                    r->dims == Dims{to->directions, gates * to->hidden, to->hidden} &&
                    (!b || b->dims == Dims{to->directions, 2 * gates * to->hidden});
  const std::string direction = m.node().text("direction", "forward");
  if (!fits || to->directions != (direction == "bidirectional" ? 2 : 1))
    return "its weights do not fit its operand";
  if (to->steps * to->directions > kMostSteps)
    return "steps: need " + std::to_string(kMostSteps) + " at most, have " + std::to_string(to->steps);
  if (m.given(4))
    if (const std::string why = read_lengths(m, to); !why.empty()) return why;
  if (gates == 4 && m.given(7)) {
    const ConstantPtr peepholes = m.constant(7);
    if (!peepholes || peepholes->dims != Dims{to->directions, 3 * to->hidden})
      return "its peepholes do not fit, or are computed when the model runs";
    to->peepholes = reals_of(*peepholes);
  }
  if (const std::string why = read_functions(m.node(), gates, to->directions, &to->functions); !why.empty())
    return why;
  to->w = reals_of(*w), to->r = reals_of(*r);
  if (b) to->b = reals_of(*b);
  return {};
}

// A dense layer whose weights are stored once for all steps.
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
  m.emit(fully_connected(), {from, layer.w, layer.b}, {y});
  return m.value(y, shape);
}

// Splits the columns of x into equal parts.
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

// The input's contribution to each step: one dense layer for all steps.
std::vector<Value> steps_of(Mapper& m, const Recurrent& net, const Layer& layer) {
  const Value x = net.batch_first ? m.permuted(m.in(0), {1, 0, 2}) : m.in(0);
  const Value all = apply(m, layer, m.reshaped(x, {net.steps * net.batch, net.in}));
  if (net.steps == 1) return {all};
  return parts_of(m, m.reshaped(all, {net.steps, net.batch, layer.units}));
}

// A state before the first step; an empty shape means zeros.
Value first_state(Mapper& m, const Recurrent& net, size_t operand, int64_t direction) {
  Value none;
  if (!m.given(operand)) return none;
  const ConstantPtr known = m.constant(operand);
  if (known &&
      std::all_of(known->data.begin(), known->data.end(), [](std::byte b) { return b == std::byte{0}; }))
    return none;
  Value all = m.in(operand);
  if (net.batch_first) all = m.permuted(all, {1, 0, 2});
  if (net.directions > 1) all = slice(m, all, 0, direction, 1);
  return in_memory(m, m.reshaped(all, {net.batch, net.hidden}));
}

bool is_there(const Value& value) { return !value.shape.empty(); }

struct State {
  Value h, c;
};

// One step, from the input's contribution [batch][gates * hidden] and the previous state.
using Step = void (*)(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers, int64_t direction,
                      const Value& x, State* state);

const Squashing& function_of(const Recurrent& net, int64_t direction, size_t which) {
  const size_t each = net.functions.size() / static_cast<size_t>(net.directions);
  return net.functions[static_cast<size_t>(direction) * each + which];
}

// Applies one of the direction's functions to the sum of a gate or candidate.
Value passed(Mapper& m, const Recurrent& net, int64_t direction, size_t which, const Value& sum) {
  Value x = sum;
  if (net.clip > 0) {
    x = binary(m, nook::Maximum::Attrs{}, x, real_constant(-net.clip));
    x = binary(m, nook::Minimum::Attrs{}, x, real_constant(net.clip));
  }
  return squashed_by(m, function_of(net, direction, which), x);
}

// A gate with a peephole connection to the cell: 0 input, 1 output, 2 forget.
Value peeping(Mapper& m, const Recurrent& net, int64_t direction, int64_t gate, const Value& x,
              const Value& cell) {
  if (net.peepholes.empty() || !is_there(cell)) return x;
  const auto begin = net.peepholes.begin() + (direction * 3 + gate) * net.hidden;
  const Value by = real_constant({1, net.hidden}, {begin, begin + net.hidden});
  return added(m, x, product(m, cell, by));
}

void lstm_step(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers, int64_t d, const Value& x,
               State* state) {
  const Value all = is_there(state->h) ? added(m, x, apply(m, layers[0], state->h)) : x;
  const std::vector<Value> g = gates_of(m, all, 4);  // input, output, forget, cell
  // One statement each, because argument evaluation order is unspecified and must not decide the order of
  // operators.
  const Value cell = passed(m, net, d, 1, g[3]);
  const Value input = passed(m, net, d, 0, peeping(m, net, d, 0, g[0], state->c));
  Value c = product(m, input, cell);
  if (is_there(state->c)) {
    const Value forget = net.coupled ? binary(m, nook::Sub::Attrs{}, real_constant(1), input)
                                     : passed(m, net, d, 0, peeping(m, net, d, 2, g[2], state->c));
    c = added(m, product(m, forget, state->c), c);
  }
  state->c = c;
  const Value shown = squashed_by(m, function_of(net, d, 2), c);  // ONNX Runtime does not clip the cell
  const Value output = passed(m, net, d, 0, peeping(m, net, d, 1, g[1], c));
  state->h = product(m, output, shown);
}

// Interpolates the new state between the candidate and the old state.
Value mixed(Mapper& m, const Value& z, const Value& candidate, const Value& h) {
  if (!is_there(h)) return binary(m, nook::Sub::Attrs{}, candidate, product(m, z, candidate));
  return added(m, candidate, product(m, z, binary(m, nook::Sub::Attrs{}, h, candidate)));
}

// layers[0]: all gates of the state, with its bias.
void gru_step_reset_after(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers,
                          int64_t direction, const Value& x, State* state) {
  std::vector<Value> g = gates_of(m, x, 3);  // update, reset, candidate
  Value of_state = real_constant({1, net.hidden}, net.bias(direction, 1, 2, 1));
  if (is_there(state->h)) {
    const std::vector<Value> s = gates_of(m, apply(m, layers[0], state->h), 3);
    g[0] = added(m, g[0], s[0]), g[1] = added(m, g[1], s[1]);
    of_state = s[2];
  }
  const Value reset = product(m, passed(m, net, direction, 0, g[1]), of_state);
  const Value candidate = passed(m, net, direction, 1, added(m, g[2], reset));
  state->h = mixed(m, passed(m, net, direction, 0, g[0]), candidate, state->h);
}

// layers[0]: update and reset gates of the state; layers[1]: the candidate.
void gru_step_reset_before(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers,
                           int64_t direction, const Value& x, State* state) {
  std::vector<Value> g = gates_of(m, x, 3);
  if (is_there(state->h)) {
    const std::vector<Value> s = gates_of(m, apply(m, layers[0], state->h), 2);
    g[0] = added(m, g[0], s[0]), g[1] = added(m, g[1], s[1]);
    const Value reset = product(m, passed(m, net, direction, 0, g[1]), state->h);
    g[2] = added(m, g[2], apply(m, layers[1], reset));
  }
  const Value z = passed(m, net, direction, 0, g[0]), candidate = passed(m, net, direction, 1, g[2]);
  state->h = mixed(m, z, candidate, state->h);
}

void rnn_step(Mapper& m, const Recurrent& net, const std::vector<Layer>& layers, int64_t direction,
              const Value& x, State* state) {
  const Value all = is_there(state->h) ? added(m, x, apply(m, layers[0], state->h)) : x;
  state->h = passed(m, net, direction, 0, all);
}

// The state after a step that only some sequences include: the others keep theirs.
Value kept_where_over(Mapper& m, const Recurrent& net, size_t t, const Value& after, const Value& before) {
  if (net.lasts.empty() || !is_there(after)) return after;
  const Value made = product(m, after, net.lasts[t]);
  if (!is_there(before)) return made;
  return added(m, made, product(m, before, net.over[t]));
}

// The state's layers in one direction, and the bias of the input's contribution.
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

// Gives the results of all directions, with the batch dimension where the node requires it.
void give_directions(Mapper& m, const Recurrent& net, size_t result, const std::vector<Value>& parts) {
  if (!m.wanted(result)) return;
  Value whole = parts.size() == 1 ? parts[0] : concat(m, parts, result == 0 ? 1 : 0);
  if (net.batch_first)
    whole = m.permuted(whole, result == 0 ? std::vector<int>{2, 0, 1, 3} : std::vector<int>{1, 0, 2});
  m.give(result, whole);
}

std::string map_recurrent(Mapper& m, int64_t gates, Step step) {
  Recurrent net;
  if (const std::string why = read_recurrent(m, gates, &net); !why.empty()) return why;
  std::vector<Value> all, last_h, last_c;
  const size_t nodes = m.node_count();
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
      const State before = state;
      step(m, net, direction.layers, d, x[at], &state);
      states[at] = kept_where_over(m, net, at, state.h, {});
      state.h = kept_where_over(m, net, at, state.h, before.h);
      state.c = kept_where_over(m, net, at, state.c, before.c);
    }
    if (m.wanted(0))
      all.push_back(m.reshaped(states.size() == 1 ? states[0] : concat(m, states, 0),
                               {net.steps, 1, net.batch, net.hidden}));
    if (m.wanted(1)) last_h.push_back(m.reshaped(state.h, {1, net.batch, net.hidden}));
    if (m.wanted(2)) last_c.push_back(m.reshaped(state.c, {1, net.batch, net.hidden}));
  }
  give_directions(m, net, 0, all);
  give_directions(m, net, 1, last_h);
  give_directions(m, net, 2, last_c);
  const int64_t steps = net.steps * net.directions;
  if (steps > 1)
    m.note(named(m.node()) + " has no .tflite operator that starts over in each run: its " + decimal(steps) +
           " steps are " + decimal(static_cast<int64_t>(m.node_count() - nodes)) + " operators");
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
