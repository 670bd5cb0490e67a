// Operators on managed tensors against TensorFlow Lite Micro: each operator of the published models alone,
// with its recorded inputs and output, in every group that has it.
#include "nookc/back/run/golden.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nookc/front/import/import.h"
#include "tests/managed/recorder.h"

using namespace managed_test;
namespace fs = std::filesystem;

namespace {

const fs::path kPublished = NOOK_PUBLISHED;
// The reference operators work element by element: larger ones would take minutes.
constexpr int64_t kMostMacs = 3000000;

nookc::Bytes read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  nookc::Bytes bytes(text.size());
  memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

struct Model {
  nookc::Graph graph;
  std::map<size_t, nookc::Bytes> bytes;  // per tensor: recorded bytes, or a constant of the model

  bool knows(nookc::TensorId t) const { return t == nookc::TensorId::kNone || bytes.count(index(t)) > 0; }
};

Model load(const fs::path& folder) {
  const nookc::Bytes file = read(folder / "model.tflite");
  auto graph = nookc::import_tflite(file, folder.string());
  if (!graph) return {};
  Model model{*std::move(graph), {}};
  for (size_t t = 0; t < model.graph.tensors.size(); ++t)
    if (model.graph.tensors[t].constant()) model.bytes[t] = *model.graph.tensors[t].data;
  for (size_t i = 0; i < model.graph.inputs.size(); ++i)
    model.bytes[index(model.graph.inputs[i])] = read(folder / ("run0_input" + std::to_string(i) + ".bin"));
  for (size_t j = 0; j < model.graph.outputs.size(); ++j)
    model.bytes[index(model.graph.outputs[j])] = read(folder / ("run0_output" + std::to_string(j) + ".bin"));
  const auto recorded = nookc::read_golden_tensors(folder);
  if (!recorded) return {};
  for (const nookc::GoldenTensor& golden : *recorded)
    for (size_t t = 0; t < model.graph.tensors.size(); ++t)
      if (golden.data && model.graph.tensors[t].source == golden.tensor) model.bytes[t] = *golden.data;
  return model;
}

// One operator with its tensors.
class Bench {
 public:
  Bench(const Model& model, const nookc::Node& node) : model_(model) {
    for (const nookc::TensorId t : node.in) in_.push_back(make(t, &storage_.emplace_back(bytes_of(t))));
    expected_ = bytes_of(node.out[0]);
    out_ = make(node.out[0], &storage_.emplace_back(expected_.size()));
    result_ = storage_.back().data();
  }
  Tensor& in(size_t i) { return in_[i]; }
  bool has(size_t i) const { return i < in_.size() && in_[i]; }
  Tensor& out() { return out_; }

  // Evaluates an operator of three inputs, the last optional, or of fewer.
  template <class Op>
  void weighted(Op&& op, const char* what) {
    if (has(2)) op.set_inputs({{0, in_[0]}, {1, in_[1]}, {2, in_[2]}});
    if (!has(2)) op.set_inputs({{0, in_[0]}, {1, in_[1]}});
    compare(op.set_outputs({{0, out_}}).eval(), what);
  }
  template <class Op>
  void binary(Op&& op, const char* what) {
    compare(op.set_inputs({{0, in_[0]}, {1, in_[1]}}).set_outputs({{0, out_}}).eval(), what);
  }
  template <class Op>
  void unary(Op&& op, const char* what) {
    compare(op.set_inputs({{0, in_[0]}}).set_outputs({{0, out_}}).eval(), what);
  }
  int compared() const { return compared_; }

 private:
  nookc::Bytes bytes_of(nookc::TensorId t) const {
    return t == nookc::TensorId::kNone ? nookc::Bytes() : model_.bytes.at(index(t));
  }
  Tensor make(nookc::TensorId t, nookc::Bytes* data) const {
    if (t == nookc::TensorId::kNone) return {};
    const nookc::Tensor& tensor = model_.graph[t];
    uint32_t dims[4] = {};
    for (int i = 0; i < tensor.shape.rank && i < 4; ++i) dims[i] = static_cast<uint32_t>(tensor.shape.dim[i]);
    const ttype type = tensor.type == nook::DType::kF32 ? flt : tensor.type == nook::DType::kS32 ? i32 : i8;
    Tensor made = new BufferTensor({dims, tensor.shape.rank}, type, data->data());
    const std::vector<int32_t> zeros(tensor.scales.size(), tensor.zero_point);
    if (made && !zeros.empty())
      made->set_quantization_params(PerChannelQuantizationParams(zeros.data(), tensor.scales.data(),
                                                                 static_cast<uint32_t>(zeros.size())));
    return made;
  }
  // Integers must be equal, floats within a few units in the last place of the largest, because sums run in
  // another order.
  void compare(bool evaluated, const char* what) {
    ++compared_;
    EXPECT(evaluated);
    const bool real = out_ && out_->get_type() == flt;
    bool same = evaluated;
    for (size_t i = 0; i < expected_.size() && !real; ++i) same = same && expected_[i] == result_[i];
    for (size_t i = 0; i + 3 < expected_.size() && real; i += 4) {
      float a, b;
      memcpy(&a, expected_.data() + i, 4), memcpy(&b, result_ + i, 4);
      same = same && (a > b ? a - b : b - a) <= 1e-5f * (1 + (a > 0 ? a : -a));
    }
    if (!same) ++test::failures, printf("%s differs\n", what);
    for (size_t i = 0; i < expected_.size(); ++i) result_[i] = std::byte{0x5A};
  }

  const Model& model_;
  std::vector<nookc::Bytes> storage_ = reserved();
  static std::vector<nookc::Bytes> reserved() {
    std::vector<nookc::Bytes> none;
    none.reserve(8);  // tensors point into them
    return none;
  }
  std::vector<Tensor> in_;
  Tensor out_;
  nookc::Bytes expected_;
  std::byte* result_ = nullptr;
  int compared_ = 0;
};

// At most four dimensions, and a type that has operators (16-bit activations have none yet).
bool is_managed(const nookc::Tensor& t) {
  return t.shape.rank <= 4 &&
         (t.type == nook::DType::kS8 || t.type == nook::DType::kF32 || t.type == nook::DType::kS32);
}

template <class Attrs>
nook::MaxPool2D::Attrs pool_attrs(const Attrs& a) {
  return {a.padding, a.filter_h, a.filter_w, a.stride_h, a.stride_w, a.activation};
}

// Evaluates it in all groups; does nothing for operators that managed tensors lack.
void evaluate(Bench& b, const nookc::Node& node, bool small) {
  const bool real = b.out()->get_type() == flt;
  using nookc::Graph;
  if (b.out()->get_type() == i32 && !Graph::attrs<nook::Reshape>(node))
    return;  // classes exist for int8 and float
  if (const auto* conv = Graph::attrs<nook::Conv2D>(node)) {
    if (real) return b.weighted(optimized::OptConv2D<float>(*conv), "OptConv2D float");
    b.weighted(optimized::OptConv2D<int8_t>(*conv), "OptConv2D");
    if (small) b.weighted(symmetric_quantization::QuantizedConv2D(*conv), "QuantizedConv2D");
  } else if (const auto* depthwise = Graph::attrs<nook::DepthwiseConv2D>(node)) {
    if (real) return b.weighted(optimized::OptDepthwiseSepConv2D<float>(*depthwise), "OptDepthwise float");
    b.weighted(optimized::OptDepthwiseSepConv2D<int8_t>(*depthwise), "OptDepthwiseSepConv2D");
    if (small)
      b.weighted(symmetric_quantization::QuantizedDepthwiseSepConv2D(*depthwise),
                 "QuantizedDepthwiseSepConv2D");
  } else if (const auto* dense = Graph::attrs<nook::FullyConnected>(node)) {
    if (real) b.weighted(reference::FullyConnected(*dense), "FullyConnected float");
    if (real) return b.weighted(optimized::OptFullyConnected<float>(*dense), "OptFullyConnected float");
    b.weighted(optimized::OptFullyConnected<int8_t>(*dense), "OptFullyConnected");
    if (small) b.weighted(symmetric_quantization::QuantizedFullyConnected(*dense), "QuantizedFullyConnected");
  } else if (const auto* add = Graph::attrs<nook::Add>(node)) {
    if (real) return b.binary(reference::AddOperator<float>(add->activation), "AddOperator float");
    b.binary(reference::AddOperator<int8_t>(add->activation), "AddOperator");
  } else if (const auto* max = Graph::attrs<nook::MaxPool2D>(node)) {
    if (real) return b.unary(reference::MaxPool<float>(pool_attrs(*max)), "MaxPool float");
    b.unary(reference::MaxPool<int8_t>(pool_attrs(*max)), "MaxPool");
  } else if (Graph::attrs<nook::Relu>(node)) {
    if (real) return b.unary(reference::ReLU<float>(), "ReLU float");
    b.unary(reference::ReLU<int8_t>(), "ReLU");
  } else if (Graph::attrs<nook::Relu6>(node)) {
    if (real) return b.unary(reference::ReLU6<float>(), "ReLU6 float");
    b.unary(reference::ReLU6<int8_t>(), "ReLU6");
  } else if (const auto* mean = Graph::attrs<nook::AveragePool2D>(node); mean) {
    if (real) return b.unary(reference::AvgPool<float>(pool_attrs(*mean)), "AvgPool float");
    b.unary(reference::AvgPool<int8_t>(pool_attrs(*mean)), "AvgPool");
  } else if (Graph::attrs<nook::Reshape>(node)) {
    b.unary(Reshape(b.out()->get_shape()), "Reshape");
  } else if (Graph::attrs<nook::Softmax>(node) && !real) {
    b.unary(optimized::OptUnary<nook::SoftmaxS8>(*Graph::attrs<nook::Softmax>(node)), "Softmax");
  }
}

int64_t macs_of(const Model& model, const nookc::Node& node) {
  if (node.in.size() < 2) return 0;
  const nook::Shape &y = model.graph[node.out[0]].shape, &w = model.graph[node.in[1]].shape;
  return int64_t{y.elements()} * w.elements() / (y.back(0) ? y.back(0) : 1);
}

}  // namespace

TEST(a_handler_is_searched_as_a_container_is) {
  World<> world;
  world.ram.allocate(100000);
  EXPECT(std::find(world.errors.begin(), world.errors.end(), OutOfMemError()) != world.errors.end());
  EXPECT(std::find(world.errors.begin(), world.errors.end(), ReadOnlyTensorError()) == world.errors.end());
}

namespace {

// Evaluates every operator of a model that managed tensors have, alone; returns the number of evaluations.
int evaluate_model(const fs::path& folder) {
  int evaluated = 0;
  const Model model = load(folder);
  for (const nookc::Node& node : model.graph.nodes) {
    if (node.erased() || node.out.size() != 1 || !model.knows(node.out[0])) continue;
    bool known = is_managed(model.graph[node.out[0]]);
    for (const nookc::TensorId t : node.in)
      known = known && model.knows(t) && (t == nookc::TensorId::kNone || is_managed(model.graph[t]));
    if (!known) continue;
    World<16384, 16384> world;
    Bench bench(model, node);
    const int before = test::failures;
    evaluate(bench, node, macs_of(model, node) <= kMostMacs);
    evaluated += bench.compared();
    if (test::failures != before)
      printf("in %s, operator %d\n", folder.filename().c_str(), static_cast<int>(node.source));
  }
  return evaluated;
}

}  // namespace

TEST(each_operator_of_the_published_models_computes_the_recorded_bytes) {
  if (!fs::is_directory(kPublished)) SKIP("../shared/golden");
  int evaluated = 0;
  for (const auto& entry : fs::directory_iterator(kPublished))
    if (fs::exists(entry.path() / "run0_tensors.bin")) evaluated += evaluate_model(entry.path());
  printf("     %d evaluations\n", evaluated);
  EXPECT(evaluated > 200);
}

// A folder of models with one operator each, from test_golden.py.
TEST(each_operator_alone_computes_the_recorded_bytes) {
  const char* const singles = getenv("NOOK_SINGLES");
  if (!singles) SKIP("NOOK_SINGLES");
  int evaluated = 0;
  for (const auto& entry : fs::directory_iterator(singles)) evaluated += evaluate_model(entry.path());
  printf("     %d evaluations\n", evaluated);
  EXPECT(evaluated > 100);
}
