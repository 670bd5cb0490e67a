#include "nookc/front/onnx/normalize.h"

#include <algorithm>
#include <cmath>

#include "nookc/front/onnx/normalize_dynamic.h"
#include "nookc/front/onnx/normalize_fused.h"
#include "nookc/front/onnx/normalize_quantized.h"

namespace nookc::onnx {
namespace {

// Finds the producer and the readers of a value; removed nodes have an empty operator.
class Wires {
 public:
  explicit Wires(OnnxGraph& model) : model_(model) {
    for (OnnxNode& node : model.nodes) {
      for (const std::string& name : node.in) readers_[name].push_back(&node);
      for (const std::string& name : node.out) makers_[name] = &node;
      each_inner(node, [&](const OnnxGraph& inner) {
        for (const OnnxNode& reader : inner.nodes)
          for (const std::string& name : reader.in) readers_[name].push_back(nullptr);
        for (const Interface& output : inner.outputs) readers_[output.name].push_back(nullptr);
      });
    }
    for (const Interface& output : model.outputs) readers_[output.name].push_back(nullptr);
  }
  OnnxNode* maker(const std::string& name) const {
    const auto found = makers_.find(name);
    return found == makers_.end() || found->second->op.empty() ? nullptr : found->second;
  }
  // The only reader of the value, if it is of that kind.
  OnnxNode* reader(const std::string& name, const char* op) const {
    const auto found = readers_.find(name);
    if (found == readers_.end() || found->second.size() != 1 || !found->second[0]) return nullptr;
    return found->second[0]->op == op && found->second[0]->domain.empty() ? found->second[0] : nullptr;
  }
  ConstantPtr constant(const std::string& name) const {
    const auto found = model_.constants.find(name);
    return found == model_.constants.end() ? nullptr : found->second;
  }
  bool is_number(const std::string& name, double number) const {
    const ConstantPtr known = constant(name);
    return known && std::fabs(single(*known, NAN) - number) < 1e-4;
  }

 private:
  OnnxGraph& model_;
  std::map<std::string, std::vector<OnnxNode*>> readers_;
  std::map<std::string, OnnxNode*> makers_;
};

void take_constants(OnnxGraph& model) {
  for (OnnxNode& node : model.nodes) {
    const auto value = node.attributes.find("value");
    if (node.op != "Constant" || value == node.attributes.end() || !value->second.tensor) continue;
    model.constants[node.out[0]] = value->second.tensor;
    node.op.clear();
  }
}

// Folds a BatchNormalization into the weights and bias of the preceding node.
void fold_normalization(OnnxGraph& model, const Wires& wires, OnnxNode& norm) {
  if (norm.op != "BatchNormalization" || norm.in.size() < 5 || norm.out.size() != 1) return;
  OnnxNode* const conv = wires.maker(norm.in[0]);
  if (!conv || conv->op != "Conv" || !wires.reader(norm.in[0], "BatchNormalization")) return;
  const ConstantPtr w = wires.constant(conv->input(1)), old_bias = wires.constant(conv->input(2));
  if (!w || w->dims.empty() || w->type != nook::DType::kF32 || (!conv->input(2).empty() && !old_bias)) return;
  const size_t units = static_cast<size_t>(w->dims[0]);
  std::vector<double> p[4];
  for (size_t i = 0; i < 4; ++i) {
    const ConstantPtr known = wires.constant(norm.in[i + 1]);
    if (!known || known->size() != units) return;
    p[i] = reals_of(*known);
  }
  const double epsilon = static_cast<double>(norm.real("epsilon", 1e-5f));
  std::vector<double> weights = reals_of(*w), bias(units, 0.0);
  if (old_bias && old_bias->size() == units) bias = reals_of(*old_bias);
  if (units == 0) return;
  const size_t each = weights.size() / units;
  for (size_t c = 0; c < units; ++c) {
    const double factor = p[0][c] / std::sqrt(p[3][c] + epsilon);
    for (size_t i = 0; i < each; ++i) weights[c * each + i] *= factor;
    bias[c] = (bias[c] - p[2][c]) * factor + p[1][c];
  }
  const std::string name = norm.out[0];
  model.constants[name + ".weights"] = shared(make_constant(nook::DType::kF32, w->dims, weights));
  model.constants[name + ".bias"] =
      shared(make_constant(nook::DType::kF32, {static_cast<int64_t>(units)}, bias));
  conv->in.resize(3);
  conv->in[1] = name + ".weights", conv->in[2] = name + ".bias";
  conv->out[0] = name;
  norm.op.clear();
}

const std::string& other(const OnnxNode& node, const std::string& than) {
  return node.input(0) == than ? node.input(1) : node.input(0);
}

// x * (1 + erf(x / sqrt(2))) * 0.5, in the orders of multiplication that exporters write.
void fold_gelu(const Wires& wires, OnnxNode& erf) {
  if (erf.op != "Erf" || erf.in.size() != 1 || erf.out.size() != 1) return;
  const OnnxNode* const scale = wires.maker(erf.in[0]);
  if (!scale || scale->in.size() != 2) return;
  const bool divides = scale->op == "Div" && wires.is_number(scale->in[1], std::sqrt(2.0));
  const bool multiplies = scale->op == "Mul" && (wires.is_number(scale->in[1], std::sqrt(0.5)) ||
                                                 wires.is_number(scale->in[0], std::sqrt(0.5)));
  if (!divides && !multiplies) return;
  const std::string x = wires.constant(scale->in[0]) ? scale->in[1] : scale->in[0];
  OnnxNode* const plus = wires.reader(erf.out[0], "Add");
  if (!plus || !wires.is_number(other(*plus, erf.out[0]), 1)) return;
  OnnxNode* const times = wires.reader(plus->out[0], "Mul");
  if (!times) return;
  const std::string& factor = other(*times, plus->out[0]);
  OnnxNode *last = nullptr, *half = wires.maker(factor);
  if (factor == x) {
    last = wires.reader(times->out[0], "Mul");
    if (!last || !wires.is_number(other(*last, times->out[0]), 0.5)) return;
    times->op.clear();
  } else if (half && half->op == "Mul" && (half->input(0) == x || half->input(1) == x) &&
             wires.is_number(other(*half, x), 0.5)) {
    last = times;
  } else if (wires.is_number(factor, 0.5)) {
    last = wires.reader(times->out[0], "Mul");
    if (!last || other(*last, times->out[0]) != x) return;
    times->op.clear();
  }
  if (!last) return;
  last->op = "Gelu", last->in = {x}, last->attributes.clear();
  erf.op.clear(), plus->op.clear();
}

}  // namespace

bool is_rewritten(const OnnxNode& node) {
  const std::pair<std::string, std::string> kind(node.op, node.domain);
  for (const auto& kinds : {fused_operators(), quantized_operators(), dynamic_operators()})
    if (std::ranges::find(kinds, kind) != kinds.end()) return true;
  return false;
}

void normalize(OnnxGraph& model) {
  for (OnnxNode& node : model.nodes)
    for (auto& [name, attribute] : node.attributes)
      if (attribute.graph) normalize(*attribute.graph);
  take_constants(model);
  decompose_fused(model);
  const Wires wires(model);
  for (OnnxNode& node : model.nodes) {
    if (!node.domain.empty()) continue;
    fold_normalization(model, wires, node);
    fold_gelu(wires, node);
  }
  std::erase_if(model.nodes, [](const OnnxNode& node) { return node.op.empty(); });
  decompose_quantized(model);
  decompose_dynamic(model);
}

}  // namespace nookc::onnx
