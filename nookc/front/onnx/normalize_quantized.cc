#include "nookc/front/onnx/normalize_quantized.h"

#include "nookc/front/onnx/names.h"

namespace nookc::onnx {
namespace {

constexpr const char* kMs = "com.microsoft";

// The operand layout of a quantized operator. Each quantized operand is three operands: value, scale, zero
// point.
struct QuantizedRow {
  const char* name;
  const char* domain;
  const char* op;       // the operator on real numbers
  int first, operands;  // index of the first quantized operand, and their number; 0: variadic
  int bias;             // index of the int32 bias in units of both scales; -1: none
  int result;           // index of the result's scale, followed by its zero point
};
constexpr QuantizedRow kQuantizedRows[] = {
    {"QLinearConv", "", "Conv", 0, 2, 8, 6},
    {"QLinearMatMul", "", "MatMul", 0, 2, -1, 6},
    {"QGemm", kMs, "Gemm", 0, 2, 6, 7},
    {"QLinearAdd", kMs, "Add", 0, 2, -1, 6},
    {"QLinearMul", kMs, "Mul", 0, 2, -1, 6},
    {"QLinearAveragePool", kMs, "AveragePool", 0, 1, -1, 3},
    {"QLinearGlobalAveragePool", kMs, "GlobalAveragePool", 0, 1, -1, 3},
    {"QLinearLeakyRelu", kMs, "LeakyRelu", 0, 1, -1, 3},
    {"QLinearSigmoid", kMs, "Sigmoid", 0, 1, -1, 3},
    {"QLinearSoftmax", kMs, "Softmax", 0, 1, -1, 3},
    {"QLinearReduceMean", kMs, "ReduceMean", 0, 1, -1, 3},
    {"QLinearConcat", kMs, "Concat", 2, 0, -1, 0},
};

const QuantizedRow* find_quantized(const OnnxNode& node) {
  for (const QuantizedRow& row : kQuantizedRows)
    if (node.op == row.name && node.domain == row.domain) return &row;
  return nullptr;
}

// Builds the nodes that replace one quantized operator.
class Apart {
 public:
  Apart(OnnxGraph& model, const OnnxNode& node, const QuantizedRow& row)
      : model_(model), node_(node), row_(row) {}

  // Whether the node has the row's operands and no attribute for another layout.
  bool fits() const {
    const size_t need = static_cast<size_t>(row_.operands > 0 ? row_.result : row_.first + 3);
    return node_.in.size() > need && node_.integer("channels_last", 0) == 0;
  }

  std::vector<OnnxNode> nodes() {
    OnnxNode real = node_;
    real.op = row_.op, real.domain.clear(), real.in.clear();
    const int count = row_.operands > 0 ? row_.operands : static_cast<int>(node_.in.size() - 2) / 3;
    for (int i = 0; i < count; ++i)
      real.in.push_back(dequantized(static_cast<size_t>(row_.first + 3 * i), i));
    if (row_.bias >= 0 && !node_.input(static_cast<size_t>(row_.bias)).empty()) real.in.push_back(bias());
    const std::string scale = node_.input(static_cast<size_t>(row_.result));
    if (scale.empty()) {  // a QGemm with a real result
      made_.push_back(std::move(real));
      return std::move(made_);
    }
    OnnxNode quantize = part("QuantizeLinear", {node_.out[0] + ".real", scale}, node_.out[0]);
    add_zero_point(&quantize, static_cast<size_t>(row_.result) + 1);
    real.out = {node_.out[0] + ".real"};
    made_.push_back(std::move(real));
    made_.push_back(std::move(quantize));
    return std::move(made_);
  }

 private:
  OnnxNode part(const char* op, std::vector<std::string> in, const std::string& out) const {
    OnnxNode made;
    made.number = node_.number, made.name = node_.name, made.opset = node_.opset, made.op = op;
    made.in = std::move(in), made.out = {out};
    return made;
  }

  void add_zero_point(OnnxNode* to, size_t operand) const {
    if (!node_.input(operand).empty()) to->in.push_back(node_.input(operand));
  }

  std::string dequantized(size_t operand, int i) {
    const std::string name = node_.out[0] + ".operand" + std::to_string(i);
    OnnxNode made = part("DequantizeLinear", {node_.input(operand), node_.input(operand + 1)}, name);
    add_zero_point(&made, operand + 2);
    // The axis of per-channel scales: filters, or the columns of a matrix.
    Attribute axis;
    axis.kind = Attribute::Kind::kInt,
    axis.integer = row_.op == std::string("Conv") || node_.integer("transB", 0) ? 0 : 1;
    made.attributes["axis"] = axis;
    made_.push_back(std::move(made));
    return name;
  }

  std::string bias() {
    const std::string name = node_.out[0] + ".bias", scale = name + ".scale";
    const auto constant = [&](size_t i) {
      const auto found = model_.constants.find(node_.input(i));
      return found == model_.constants.end() ? nullptr : found->second;
    };
    const ConstantPtr x = constant(1), w = constant(4);
    if (x && w && x->size() == 1) {
      // QGemm adds the bias after its factor alpha, so the bias's steps include it.
      const float step = static_cast<float>(numbers_of(*x)[0]) * node_.real("alpha", 1);
      std::vector<double> scales = numbers_of(*w);
      for (double& s : scales) s = static_cast<double>(static_cast<float>(s) * step);
      const Dims dims = scales.size() == 1 ? Dims{} : Dims{static_cast<int64_t>(scales.size())};
      model_.constants[scale] = shared(make_constant(nook::DType::kF32, dims, scales));
    }
    OnnxNode made = part("DequantizeLinear", {node_.input(static_cast<size_t>(row_.bias)), scale}, name);
    Attribute axis;
    axis.kind = Attribute::Kind::kInt;
    made.attributes["axis"] = axis;
    made_.push_back(std::move(made));
    return name;
  }

  OnnxGraph& model_;
  const OnnxNode& node_;
  const QuantizedRow& row_;
  std::vector<OnnxNode> made_;
};

}  // namespace

void decompose_quantized(OnnxGraph& model) {
  std::vector<OnnxNode> nodes;
  for (OnnxNode& node : model.nodes) {
    const QuantizedRow* const row = find_quantized(node);
    if (row && Apart(model, node, *row).fits()) {
      for (OnnxNode& made : Apart(model, node, *row).nodes()) nodes.push_back(std::move(made));
    } else {
      nodes.push_back(std::move(node));
    }
  }
  model.nodes = std::move(nodes);
}

std::vector<std::pair<std::string, std::string>> quantized_operators() { return names_of(kQuantizedRows); }

}  // namespace nookc::onnx
