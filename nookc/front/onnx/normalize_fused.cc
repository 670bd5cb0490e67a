#include "nookc/front/onnx/normalize_fused.h"

#include <cmath>

#include "nookc/front/onnx/names.h"

namespace nookc::onnx {
namespace {

constexpr const char* kMs = "com.microsoft";
constexpr int64_t kOnnxFloat = 1;  // the number of float32 in an attribute "to"

// Builds the nodes that replace one fused node.
class Parts {
 public:
  Parts(OnnxGraph& model, const OnnxNode& node) : model_(model), node_(node) {}

  // Adds a node with an operator of ONNX; the last one must have the result of the whole.
  std::string add(const char* op, std::vector<std::string> in,
                  std::map<std::string, Attribute> attributes = {}) {
    OnnxNode made;
    made.number = node_.number, made.name = node_.name, made.opset = node_.opset, made.op = op;
    made.in = std::move(in), made.attributes = std::move(attributes);
    made.out = {node_.out[0] + ".part" + std::to_string(nodes_.size())};
    nodes_.push_back(std::move(made));
    return nodes_.back().out[0];
  }
  std::string number(double real) {
    const std::string name = node_.out[0] + ".number" + std::to_string(numbers_++);
    model_.constants[name] = shared(make_constant(nook::DType::kF32, {}, std::vector<double>{real}));
    return name;
  }
  // Makes the result of a part also result k, whose name it then has.
  void result(size_t k, const std::string& part) {
    if (k >= node_.out.size() || node_.out[k].empty()) return;
    for (OnnxNode& made : nodes_) {
      for (std::string& name : made.in)
        if (name == part) name = node_.out[k];
      for (std::string& name : made.out)
        if (name == part) name = node_.out[k];
    }
  }
  std::vector<OnnxNode> take() { return std::move(nodes_); }

  const OnnxNode& node() const { return node_; }
  std::string in(size_t i) const { return node_.input(i); }
  // The value of an operand that is a single known number, otherwise NAN.
  double known(size_t i) const {
    const auto found = model_.constants.find(in(i));
    return found == model_.constants.end() ? NAN : single(*found->second, NAN);
  }

 private:
  OnnxGraph& model_;
  const OnnxNode& node_;
  std::vector<OnnxNode> nodes_;
  size_t numbers_ = 0;
};

Attribute real_attribute(float real) {
  Attribute made;
  made.kind = Attribute::Kind::kFloat, made.real = real;
  return made;
}

std::vector<std::string> first(const OnnxNode& node, size_t count) {
  std::vector<std::string> some = node.in;
  if (some.size() > count) some.resize(count);
  return some;
}

// Applies the function that "activation" names; false: nook does not know it.
bool activated(Parts& p, const std::string& x) {
  const std::string kind = p.node().text("activation", "");
  const auto found = p.node().attributes.find("activation_params");
  const std::vector<float> numbers =
      found == p.node().attributes.end() ? std::vector<float>() : found->second.reals;
  const auto parameter = [&](size_t i, float otherwise) {
    return numbers.size() > i ? numbers[i] : otherwise;
  };
  if (kind.empty()) return true;
  if (kind == "Relu" || kind == "Tanh" || kind == "Sigmoid") {
    p.add(kind.c_str(), {x});
  } else if (kind == "LeakyRelu") {
    p.add("LeakyRelu", {x}, {{"alpha", real_attribute(parameter(0, 0.01f))}});
  } else if (kind == "HardSigmoid") {
    p.add("HardSigmoid", {x},
          {{"alpha", real_attribute(parameter(0, 0.2f))}, {"beta", real_attribute(parameter(1, 0.5f))}});
  } else if (kind == "Clip" && numbers.size() == 2) {
    const std::string low = p.number(static_cast<double>(numbers[0]));
    p.add("Clip", {x, low, p.number(static_cast<double>(numbers[1]))});
  } else {
    return false;
  }
  return true;
}

bool fused_conv(Parts& p) {
  std::string y = p.add("Conv", first(p.node(), 3), p.node().attributes);
  if (!p.in(3).empty()) y = p.add("Add", {y, p.in(3)});
  return activated(p, y);
}

bool fused_gemm(Parts& p) { return activated(p, p.add("Gemm", first(p.node(), 3), p.node().attributes)); }

bool fused_matmul(Parts& p) {
  // The rank of the operands, two of whose dimensions are swapped, is unknown here.
  for (const char* flip : {"transA", "transB", "transBatchA", "transBatchB"})
    if (p.node().integer(flip, 0)) return false;
  const std::string y = p.add("MatMul", {p.in(0), p.in(1)});
  const float alpha = p.node().real("alpha", 1);
  if (alpha != 1) p.add("Mul", {y, p.number(static_cast<double>(alpha))});
  return true;
}

bool bias_gelu(Parts& p) {
  p.add("Gelu", {p.add("Add", {p.in(0), p.in(1)})});
  return true;
}

bool fast_gelu(Parts& p) {
  Attribute tanh;
  tanh.kind = Attribute::Kind::kText, tanh.text = "tanh";
  const std::string x = p.in(1).empty() ? p.in(0) : p.add("Add", {p.in(0), p.in(1)});
  p.add("Gelu", {x}, {{"approximate", tanh}});
  return true;
}

bool quick_gelu(Parts& p) {
  const std::string scaled =
      p.add("Mul", {p.in(0), p.number(static_cast<double>(p.node().real("alpha", 1.702f)))});
  p.add("Mul", {p.in(0), p.add("Sigmoid", {scaled})});
  return true;
}

bool bias_add(Parts& p) {
  const std::string sum = p.add("Add", {p.in(0), p.in(1)});
  if (!p.in(2).empty()) p.add("Add", {sum, p.in(2)});
  return true;
}

constexpr size_t kSum = 3;  // optional result: the sum

// The operand plus the skip connection.
std::string skipped(Parts& p, const std::string& bias) {
  const std::string sum = p.add("Add", {p.in(0), p.in(1)});
  return bias.empty() ? sum : p.add("Add", {sum, bias});
}

bool skip_layer_normalization(Parts& p) {
  const std::string sum = skipped(p, p.in(4));
  std::vector<std::string> in = {sum, p.in(2)};
  if (!p.in(3).empty()) in.push_back(p.in(3));
  p.add("LayerNormalization", in, {{"epsilon", real_attribute(p.node().real("epsilon", 1e-5f))}});
  p.result(kSum, sum);
  return true;
}

bool skip_simplified(Parts& p) {
  const std::string sum = skipped(p, p.in(3));
  p.add("RMSNormalization", {sum, p.in(2)}, {{"epsilon", real_attribute(p.node().real("epsilon", 1e-5f))}});
  p.result(kSum, sum);
  return true;
}

// 1 or -1, times the scale.
bool bipolar_quant(Parts& p) {
  Attribute to_real;
  to_real.kind = Attribute::Kind::kInt, to_real.integer = kOnnxFloat;
  const std::string above = p.add("GreaterOrEqual", {p.in(0), p.number(0)});
  const std::string doubled = p.add("Mul", {p.add("Cast", {above}, {{"to", to_real}}), p.number(2)});
  p.add("Mul", {p.add("Sub", {doubled, p.number(1)}), p.in(1)});
  return true;
}

// Rounds to the steps of a scale, as networks are trained for few bits: (round(limited(x / scale + zero)) -
// zero) * scale.
bool quant(Parts& p) {
  const double bits = p.known(3);
  const bool is_signed = p.node().integer("signed", 1) != 0, narrow = p.node().integer("narrow", 0) != 0;
  const std::string how = p.node().text("rounding_mode", "ROUND");
  const char* const rounded = how == "ROUND"   ? "Round"
                              : how == "FLOOR" ? "Floor"
                              : how == "CEIL"  ? "Ceil"
                                               : nullptr;
  if (bits == 1 && is_signed) return bipolar_quant(p);
  if (!rounded || !(bits >= 1 && bits <= 24) || bits != std::floor(bits)) return false;
  const double most = std::exp2(is_signed ? bits - 1 : bits) - 1, least = is_signed ? -most - 1 : 0;
  const bool moved = p.known(2) != 0;
  std::string x = p.add("Div", {p.in(0), p.in(1)});
  if (moved) x = p.add("Add", {x, p.in(2)});
  x = p.add("Min", {x, p.number(narrow && !is_signed ? most - 1 : most)});
  x = p.add("Max", {x, p.number(narrow && is_signed ? least + 1 : least)});
  x = p.add(rounded, {x});
  if (moved) x = p.add("Sub", {x, p.in(2)});
  p.add("Mul", {x, p.in(1)});
  return true;
}

struct FusedRow {
  const char* name;
  const char* domain;
  size_t least;          // minimum number of operands
  bool (*part)(Parts&);  // false: it stays unchanged
  const char* need;      // the reason why
};
constexpr const char* kActivations =
    "activation: need Relu, Tanh, Sigmoid, LeakyRelu, HardSigmoid or Clip with two numbers";
constexpr const char* kQuant =
    "need a constant number of bits from 1 to 24, and ROUND, FLOOR or CEIL as rounding_mode";
constexpr FusedRow kFusedRows[] = {
    {"FusedConv", kMs, 2, fused_conv, kActivations},
    {"FusedGemm", kMs, 2, fused_gemm, kActivations},
    {"FusedMatMul", kMs, 2, fused_matmul, "transA, transB: need 0"},
    {"BiasGelu", kMs, 2, bias_gelu, ""},
    {"FastGelu", kMs, 1, fast_gelu, ""},
    {"QuickGelu", kMs, 1, quick_gelu, ""},
    {"BiasAdd", kMs, 2, bias_add, ""},
    {"SkipLayerNormalization", kMs, 3, skip_layer_normalization, ""},
    {"SkipSimplifiedLayerNormalization", kMs, 3, skip_simplified, ""},
    {"BipolarQuant", "onnx.brevitas", 2, bipolar_quant, ""},
    {"BipolarQuant", "finn.custom_op.general", 2, bipolar_quant, ""},
    {"BipolarQuant", "", 2, bipolar_quant, ""},  // some exporters leave the domain out
    {"BipolarQuant", "qonnx.custom_op.general", 2, bipolar_quant, ""},
    {"Quant", "", 4, quant, kQuant},
    {"Quant", "onnx.brevitas", 4, quant, kQuant},
    {"Quant", "finn.custom_op.general", 4, quant, kQuant},
    {"Quant", "qonnx.custom_op.general", 4, quant, kQuant},
};

const FusedRow* find_fused(const OnnxNode& node) {
  for (const FusedRow& row : kFusedRows)
    if (node.op == row.name && node.domain == row.domain && node.in.size() >= row.least) return &row;
  return nullptr;
}

}  // namespace

void decompose_fused(OnnxGraph& model) {
  std::vector<OnnxNode> nodes;
  for (OnnxNode& node : model.nodes) {
    Parts parts(model, node);
    const FusedRow* const row = find_fused(node);
    std::vector<OnnxNode> made;
    if (row && row->part(parts)) made = parts.take();
    if (made.empty()) {
      nodes.push_back(std::move(node));
      continue;
    }
    made.back().out[0] = node.out[0];
    for (OnnxNode& part : made) nodes.push_back(std::move(part));
  }
  model.nodes = std::move(nodes);
}

std::string fused_need(const OnnxNode& node) {
  for (const FusedRow& row : kFusedRows) {
    if (node.op != row.name || node.domain != row.domain) continue;
    return node.in.size() < row.least
               ? "operands: need " + std::to_string(row.least) + ", have " + std::to_string(node.in.size())
               : row.need;
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> fused_operators() { return names_of(kFusedRows); }

}  // namespace nookc::onnx
