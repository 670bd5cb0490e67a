#include "nookc/front/onnx/normalize_dynamic.h"

#include <set>

namespace nookc::onnx {
namespace {

constexpr int64_t kFloat = 1, kInt32 = 6;  // the format's type numbers

Attribute integer_attribute(int64_t value) {
  Attribute attribute;
  attribute.kind = Attribute::Kind::kInt, attribute.integer = value;
  return attribute;
}

class Dynamic {
 public:
  explicit Dynamic(OnnxGraph& model) : model_(model) {
    std::map<std::string, size_t> readers, of_products;
    for (const OnnxNode& node : model.nodes)
      for (size_t i = 0; i < node.in.size(); ++i) {
        ++readers[node.in[i]];
        of_products[node.in[i]] += is_product(node) && i == 0;
      }
    for (const OnnxNode& node : model.nodes)
      each_inner(node, [&](const OnnxGraph& inner) {
        for (const OnnxNode& reader : inner.nodes)
          for (const std::string& name : reader.in) ++readers[name];
        for (const Interface& output : inner.outputs) ++readers[output.name];
      });
    for (const Interface& output : model.outputs) ++readers[output.name];
    for (const OnnxNode& node : model.nodes)
      if (node.op == "DynamicQuantizeLinear" && node.out.size() == 3 && !node.in.empty() &&
          readers[node.out[0]] == of_products[node.out[0]])
        rounded_.insert(node.out[0]);
  }

  // Whether it is an integer product; a zero point per filter is not supported.
  bool is_product(const OnnxNode& node) const {
    const auto zero = model_.constants.find(node.input(3));
    const bool single = zero == model_.constants.end() || zero->second->size() == 1;
    return node.domain.empty() && (node.op == "MatMulInteger" || (node.op == "ConvInteger" && single)) &&
           node.in.size() >= 2;
  }

  void take(const OnnxNode& node, std::vector<OnnxNode>* to) {
    if (is_product(node)) {
      product(node, to);
    } else if (node.op == "DynamicQuantizeLinear" && rounded_.count(node.out[0])) {
      OnnxNode same = node;
      same.op = "Identity", same.in.resize(1), same.out.resize(1);
      to->push_back(std::move(same));
      model_.constants[node.out[1]] = shared(make_constant(nook::DType::kF32, {}, std::vector<double>{1}));
      model_.constants[node.out[2]] = shared(make_constant(nook::DType::kU8, {}, std::vector<double>{0}));
    } else {
      to->push_back(node);
    }
  }

 private:
  OnnxNode made(const OnnxNode& of, const std::string& op, std::vector<std::string> in,
                const std::string& out) {
    OnnxNode node;
    node.number = of.number, node.name = of.name, node.opset = of.opset, node.op = op;
    node.in = std::move(in), node.out = {out};
    return node;
  }

  // Operand i minus its zero point, as real numbers.
  std::string centred(const OnnxNode& node, size_t i, std::vector<OnnxNode>* to) {
    const std::string name = node.out[0] + ".operand" + std::to_string(i);
    const std::string& zero = node.input(i + 2);
    if (i == 0 && rounded_.count(node.in[0])) return node.in[0];
    if (i == 1 && is_narrow(node)) return dequantized(node, name, to);
    OnnxNode cast = made(node, "Cast", {node.in[i]}, name);
    cast.attributes["to"] = integer_attribute(kFloat);
    to->push_back(cast);
    if (zero.empty()) return name;
    cast = made(node, "Cast", {zero}, name + ".zero");
    cast.attributes["to"] = integer_attribute(kFloat);
    to->push_back(cast);
    to->push_back(made(node, "Sub", {name, name + ".zero"}, name + ".centred"));
    return name + ".centred";
  }

  // Whether the weights are constants of 8 bits with one zero point.
  bool is_narrow(const OnnxNode& node) const {
    const auto weights = model_.constants.find(node.input(1)), zero = model_.constants.find(node.input(3));
    if (weights == model_.constants.end() || nook::size_of(weights->second->type) != 1) return false;
    return node.input(3).empty() || (zero != model_.constants.end() && zero->second->size() == 1);
  }

  // The weights in steps of 1: they stay integers in the model.
  std::string dequantized(const OnnxNode& node, const std::string& name, std::vector<OnnxNode>* to) {
    model_.constants[name + ".scale"] = shared(make_constant(nook::DType::kF32, {}, std::vector<double>{1}));
    std::vector<std::string> in = {node.in[1], name + ".scale"};
    if (!node.input(3).empty()) {
      in.push_back(name + ".zero");
      Constant zero = *model_.constants.at(node.input(3));
      zero.dims = {};
      model_.constants[in.back()] = shared(std::move(zero));
    }
    to->push_back(made(node, "DequantizeLinear", in, name));
    return name;
  }

  void product(const OnnxNode& node, std::vector<OnnxNode>* to) {
    OnnxNode real = node;
    real.op = node.op == "ConvInteger" ? "Conv" : "MatMul";
    real.in = {centred(node, 0, to), centred(node, 1, to)};
    const bool whole = !rounded_.count(node.in[0]);
    if (whole) real.out = {node.out[0] + ".real"};
    to->push_back(real);
    if (!whole) return;
    OnnxNode cast = made(node, "Cast", {node.out[0] + ".real"}, node.out[0]);
    cast.attributes["to"] = integer_attribute(kInt32);
    to->push_back(cast);
  }

  OnnxGraph& model_;
  std::set<std::string> rounded_;  // results of a DynamicQuantizeLinear that only integer products read
};

}  // namespace

void decompose_dynamic(OnnxGraph& model) {
  Dynamic dynamic(model);
  std::vector<OnnxNode> nodes;
  for (const OnnxNode& node : model.nodes) dynamic.take(node, &nodes);
  model.nodes = std::move(nodes);
}

std::vector<std::pair<std::string, std::string>> dynamic_operators() {
  return {{"MatMulInteger", ""}, {"ConvInteger", ""}, {"DynamicQuantizeLinear", ""}};
}

}  // namespace nookc::onnx
