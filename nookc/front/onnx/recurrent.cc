#include "nookc/front/onnx/recurrent.h"

#include "nookc/core/text.h"

namespace nookc::onnx {
namespace {

struct Named {
  const char* name;
  int32_t kind;
  double alpha, beta;  // ONNX's default numbers
};
constexpr Named kFunctions[] = {
    {"Sigmoid", kNookRecurrentSigmoid, 0, 0},
    {"Tanh", kNookRecurrentTanh, 0, 0},
    {"Relu", kNookRecurrentRelu, 0, 0},
    {"HardSigmoid", kNookRecurrentHardSigmoid, 0.2, 0.5},
    {"LeakyRelu", kNookRecurrentLeakyRelu, 0.01, 0},
    {"Softsign", kNookRecurrentSoftsign, 0, 0},
};

const Named* function_named(const std::string& name) {
  for (const Named& each : kFunctions)
    if (name == each.name) return &each;
  return nullptr;
}

std::vector<std::string> usual_functions(int64_t gates) {
  if (gates == 4) return {"Sigmoid", "Tanh", "Tanh"};
  return gates == 3 ? std::vector<std::string>{"Sigmoid", "Tanh"} : std::vector<std::string>{"Tanh"};
}

// Reads the functions of all directions in order.
std::string read_functions(const OnnxNode& node, Recurrent* to) {
  const auto numbers = [&](const char* attribute) {
    const auto found = node.attributes.find(attribute);
    return found == node.attributes.end() ? std::vector<float>() : found->second.reals;
  };
  const std::vector<float> alphas = numbers("activation_alpha"), betas = numbers("activation_beta");
  const std::vector<std::string> usual = usual_functions(to->gates);
  const auto found = node.attributes.find("activations");
  std::vector<std::string> names;
  if (found != node.attributes.end()) names = found->second.texts;
  while (names.size() < usual.size() * static_cast<size_t>(to->directions))
    names.push_back(usual[names.size() % usual.size()]);
  size_t alpha = 0, beta = 0;  // only functions with such a parameter consume one
  for (const std::string& name : names) {
    const Named* const named = function_named(name);
    if (!named) return "activations: nook does not support " + printable(name);
    nook_recurrent_function made = {named->kind, static_cast<float>(named->alpha),
                                    static_cast<float>(named->beta)};
    const bool hard = named->kind == kNookRecurrentHardSigmoid;
    if ((hard || named->kind == kNookRecurrentLeakyRelu) && alpha < alphas.size())
      made.alpha = alphas[alpha++];
    if (hard && beta < betas.size()) made.beta = betas[beta++];
    to->functions.push_back(made);
  }
  return {};
}

std::string read_weights(Mapper& m, Recurrent* to) {
  const ConstantPtr w = m.constant(1), r = m.constant(2), b = m.constant(3);
  const Dims& x = m.raw(0).shape;
  if (!w || !r || (m.given(3) && !b)) return "its weights are computed when the model runs";
  if (x.size() != 3 || w->dims.size() != 3 || r->dims.size() != 3) return "need operands of three dimensions";
  to->steps = x[to->batch_first ? 1 : 0], to->batch = x[to->batch_first ? 0 : 1], to->in = x[2];
  to->directions = w->dims[0], to->hidden = r->dims[2];
  const bool fits = w->dims == Dims{to->directions, to->gates * to->hidden, to->in} &&
                    r->dims == Dims{to->directions, to->gates * to->hidden, to->hidden} &&
                    (!b || b->dims == Dims{to->directions, 2 * to->gates * to->hidden});
  const std::string direction = m.node().text("direction", "forward");
  if (!fits || to->directions != (direction == "bidirectional" ? 2 : 1))
    return "its weights do not fit its operand";
  to->w = reals_of(*w), to->r = reals_of(*r);
  if (b) to->b = reals_of(*b);
  return {};
}

}  // namespace

std::vector<double> Recurrent::rows(const std::vector<double>& of, int64_t direction, int64_t from,
                                    int64_t count, int64_t width) const {
  const auto begin = of.begin() + (direction * gates * hidden + from) * width;
  return {begin, begin + count * width};
}

std::vector<double> Recurrent::bias(int64_t direction, int64_t which, int64_t first, int64_t count) const {
  if (b.empty()) return std::vector<double>(static_cast<size_t>(count * hidden), 0.0);
  const auto begin = b.begin() + ((direction * 2 + which) * gates + first) * hidden;
  return {begin, begin + count * hidden};
}

const nook_recurrent_function& Recurrent::function(int64_t direction, size_t which) const {
  const size_t each = functions.size() / static_cast<size_t>(directions);
  return functions[static_cast<size_t>(direction) * each + which];
}

std::string read_recurrent(Mapper& m, int64_t gates, Recurrent* to) {
  to->gates = gates;
  to->batch_first = m.node().integer("layout", 0) != 0;
  to->coupled = gates == 4 && m.node().integer("input_forget", 0) != 0;
  to->clip = static_cast<double>(m.node().real("clip", 0));
  if (const std::string why = read_weights(m, to); !why.empty()) return why;
  if (gates == 4 && m.given(7)) {
    const ConstantPtr peepholes = m.constant(7);
    if (!peepholes || peepholes->dims != Dims{to->directions, 3 * to->hidden})
      return "its peepholes do not fit, or are computed when the model runs";
    to->peepholes = reals_of(*peepholes);
  }
  return read_functions(m.node(), to);
}

TensorId read_lengths(Mapper& m, const Recurrent& net, std::string* why) {
  if (!m.given(4)) return TensorId::kNone;
  if (m.raw(4).shape != Dims{net.batch}) {
    *why = "it does not have one length for each sequence";
    return TensorId::kNone;
  }
  const ConstantPtr known = m.constant(4);
  if (!known) return m.plain(m.in(4));
  const std::vector<int64_t> lengths = integers_of(*known);
  for (const int64_t length : lengths)
    if (length < 0 || length > net.steps) *why = "a sequence is longer than the number of steps";
  if (!why->empty() || std::ranges::all_of(lengths, [&](int64_t length) { return length == net.steps; }))
    return TensorId::kNone;
  return m.add_ints(narrow(lengths));
}

TensorId first_state(Mapper& m, const Recurrent& net, size_t operand, int64_t direction) {
  if (!m.given(operand)) return TensorId::kNone;
  const ConstantPtr known = m.constant(operand);
  if (known &&
      std::all_of(known->data.begin(), known->data.end(), [](std::byte b) { return b == std::byte{0}; }))
    return TensorId::kNone;
  Value all = m.in(operand);
  if (net.batch_first) all = m.permuted(all, {1, 0, 2});
  if (net.directions > 1) all = slice(m, all, 0, direction, 1);
  return m.plain(m.reshaped(all, {net.batch, net.hidden}));
}

}  // namespace nookc::onnx
