// Small graphs for tests of passes, lowering and planning, written as one would draw them.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "nookc/graph/graph.h"

namespace test {

class GraphBuilder {
 public:
  GraphBuilder() { graph.file = "test.tflite"; }

  nookc::TensorId tensor(const std::string& name, std::vector<int32_t> shape, float scale = 0.5f,
                         int32_t zero = 0) {
    nookc::Tensor t;
    t.name = name;
    t.type = nook::DType::kS8;
    t.shape.rank = static_cast<uint8_t>(shape.size());
    for (size_t i = 0; i < shape.size(); ++i) t.shape.dim[i] = shape[i];
    t.scales = {scale};
    t.zero_point = zero;
    t.source = static_cast<int32_t>(graph.tensors.size());
    return graph.add(std::move(t));
  }

  nookc::TensorId input(const std::string& name, std::vector<int32_t> shape, float scale = 0.5f,
                        int32_t zero = 0) {
    const nookc::TensorId t = tensor(name, std::move(shape), scale, zero);
    graph.inputs.push_back(t);
    graph.input_names.push_back(name);
    return t;
  }

  nookc::TensorId output(const std::string& name, std::vector<int32_t> shape, float scale = 0.5f,
                         int32_t zero = 0) {
    const nookc::TensorId t = tensor(name, std::move(shape), scale, zero);
    outputs(t);
    return t;
  }

  void outputs(nookc::TensorId t) {
    graph.outputs.push_back(t);
    graph.output_names.push_back(graph[t].name);
  }

  // An int8 constant whose bytes count up from `first`.
  nookc::TensorId weights(const std::string& name, std::vector<int32_t> shape, int first = 1) {
    const nookc::TensorId t = tensor(name, std::move(shape), 0.01f);
    auto bytes = std::make_shared<nookc::Bytes>(static_cast<size_t>(graph[t].bytes()));
    for (size_t i = 0; i < bytes->size(); ++i)
      (*bytes)[i] = static_cast<std::byte>(first + static_cast<int>(i));
    graph[t].data = bytes;
    return t;
  }

  // An int8 constant of these values; several scales are per channel.
  nookc::TensorId values(const std::string& name, std::vector<int32_t> shape, const std::vector<int>& values,
                         std::vector<float> scales = {0.01f}) {
    const nookc::TensorId t = weights(name, std::move(shape));
    auto bytes = std::make_shared<nookc::Bytes>();
    for (int value : values) bytes->push_back(static_cast<std::byte>(value));
    graph[t].data = bytes;
    graph[t].scales = std::move(scales);
    return t;
  }

  nookc::TensorId integers(const std::string& name, std::vector<int32_t> shape,
                           const std::vector<int32_t>& values) {
    const nookc::TensorId t = tensor(name, std::move(shape));
    auto bytes = std::make_shared<nookc::Bytes>(values.size() * 4);
    std::memcpy(bytes->data(), values.data(), bytes->size());
    graph[t].type = nook::DType::kS32;
    graph[t].scales.clear();
    graph[t].data = bytes;
    return t;
  }

  nookc::Node& node(nookc::Attrs attrs, std::vector<nookc::TensorId> in, nookc::TensorId out) {
    nookc::Node n;
    n.attrs = std::move(attrs);
    n.in = std::move(in);
    n.out = {out};
    n.source = static_cast<int32_t>(graph.nodes.size());
    graph.nodes.push_back(std::move(n));
    return graph.nodes.back();
  }

  nookc::Graph graph;
};

// The remaining operators, by name.
inline std::string names(const nookc::Graph& graph) {
  std::string all;
  for (const nookc::Node& node : graph.nodes)
    if (!node.erased()) all += (all.empty() ? "" : " ") + nookc::op_name(node);
  return all;
}

}  // namespace test
