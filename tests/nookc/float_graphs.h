// Float graphs for tests of passes: builders, and the results of a graph before and after a pass.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>

#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/network.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace test {

using nookc::TensorId;

// An operator with its default options, without including its header.
inline nookc::Attrs plain_op(nook::OpCode code) {
  nookc::Attrs attrs;
  EXPECT(nookc::Attrs::parse(nookc::op_row(code), nook::NodeView{}, &attrs) == nook::Code::kOk);
  return attrs;
}

struct FloatGraph {
  GraphBuilder b;
  Rng& rng;

  explicit FloatGraph(Rng& random) : rng(random) {}

  TensorId plain(TensorId t) {
    b.graph[t].type = nook::DType::kF32, b.graph[t].scales.clear();
    return t;
  }
  TensorId input(std::vector<int32_t> shape) {
    return plain(b.input("x" + std::to_string(b.graph.inputs.size()), std::move(shape)));
  }
  TensorId like(TensorId x) {
    std::vector<int32_t> shape(b.graph[x].shape.dim, b.graph[x].shape.dim + b.graph[x].shape.rank);
    return plain(b.tensor("t", shape));
  }
  TensorId numbers(std::vector<int32_t> shape, float low, float high) {
    const TensorId t = plain(b.tensor("c", std::move(shape)));
    auto bytes = std::make_shared<nookc::Bytes>(static_cast<size_t>(b.graph[t].bytes()));
    for (size_t at = 0; at < bytes->size(); at += sizeof(float)) {
      const float number = rng.real(low, high);
      std::memcpy(&(*bytes)[at], &number, sizeof number);
    }
    b.graph[t].data = std::move(bytes);
    return t;
  }
  int32_t channels(TensorId x) { return b.graph[x].shape.back(0); }
  TensorId node(nookc::Attrs attrs, std::vector<TensorId> in, TensorId y) {
    b.node(std::move(attrs), std::move(in), y);
    return y;
  }
};

// The outputs' numbers; empty: the graph does not run.
inline std::vector<std::vector<float>> real_results(const nookc::Graph& graph, uint32_t seed) {
  const auto network = nookc::Network::make(graph);
  if (!network) return {};
  nookc::Run run(*network);
  Rng rng(seed);
  std::vector<nookc::Bytes> inputs;
  for (const TensorId t : graph.inputs) {
    nookc::Bytes bytes(static_cast<size_t>(graph[t].bytes()));
    for (size_t at = 0; at + 4 <= bytes.size() && graph[t].type == nook::DType::kF32; at += 4) {
      const float number = rng.real(-2.0f, 2.0f);
      std::memcpy(&bytes[at], &number, sizeof number);
    }
    inputs.push_back(std::move(bytes));
  }
  if (!run.run(inputs)) return {};
  std::vector<std::vector<float>> all;
  for (const TensorId t : graph.outputs) {
    const auto numbers = run.real(t);
    all.emplace_back(numbers.begin(), numbers.end());
  }
  return all;
}

// The largest difference, as a part of the largest result.
inline double error_of(const std::vector<float>& want, const std::vector<float>& have) {
  double most = 1e-30, error = want.size() == have.size() ? 0 : 1;
  for (size_t i = 0; i < want.size() && i < have.size(); ++i) {
    most = std::max(most, std::fabs(static_cast<double>(want[i])));
    error = std::max(error, std::fabs(static_cast<double>(want[i]) - static_cast<double>(have[i])));
  }
  return error / most;
}

inline size_t operators(const nookc::Graph& graph) {
  return static_cast<size_t>(
      std::ranges::count_if(graph.nodes, [](const nookc::Node& n) { return !n.erased(); }));
}

// Runs a pass on the graph; -1: it is invalid then, or its results differ by more than 1e-5.
inline int real_changes(nookc::Graph& graph, int (*pass)(nookc::Graph&), double most = 1e-5) {
  const nookc::Graph before = graph;
  const int changed = pass(graph);
  if (!nookc::verify(graph).empty()) return -1;
  for (uint32_t seed = 0; seed < 2; ++seed) {
    const auto want = real_results(before, seed), have = real_results(graph, seed);
    if (want.empty() || want.size() != have.size()) return -1;
    for (size_t i = 0; i < want.size(); ++i)
      if (error_of(want[i], have[i]) > most) return -1;
  }
  return changed;
}

}  // namespace test
