// Graphs of floats for tests.
#pragma once
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "nookc/graph/graph.h"

namespace test {

using nookc::Attrs, nookc::Bytes, nookc::Graph, nookc::Node, nookc::Tensor, nookc::TensorId;

// A graph of floats, written as one would draw it.
struct Floats {
  Graph graph;

  TensorId tensor(const std::string& name, std::vector<int32_t> shape) {
    Tensor t;
    t.name = name, t.type = nook::DType::kF32, t.shape.rank = static_cast<uint8_t>(shape.size());
    std::copy(shape.begin(), shape.end(), t.shape.dim);
    return graph.add(std::move(t));
  }
  TensorId input(const std::string& name, std::vector<int32_t> shape) {
    graph.inputs.push_back(tensor(name, std::move(shape)));
    graph.input_names.push_back(name);
    return graph.inputs.back();
  }
  TensorId constant(const std::string& name, std::vector<int32_t> shape, const std::vector<float>& values) {
    const TensorId t = tensor(name, std::move(shape));
    auto bytes = std::make_shared<Bytes>(values.size() * 4);
    std::memcpy(bytes->data(), values.data(), bytes->size());
    graph[t].data = bytes;
    return t;
  }
  TensorId node(Attrs attrs, std::vector<TensorId> in, const std::string& name, std::vector<int32_t> shape) {
    const TensorId out = tensor(name, std::move(shape));
    Node node;
    node.attrs = attrs, node.in = std::move(in), node.out = {out};
    graph.nodes.push_back(node);
    return out;
  }
  void output(TensorId t) {
    graph.outputs.push_back(t);
    graph.output_names.push_back(graph[t].name);
  }
};

}  // namespace test
