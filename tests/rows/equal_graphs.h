#pragma once
#include <vector>

#include "nookc/graph/graph.h"
#include "tests/hop/run_graph.h"
#include "tests/test.h"

namespace test {

inline std::vector<nookc::Bytes> random_inputs(const nookc::Graph& graph, uint32_t seed) {
  Rng rng(seed);
  std::vector<nookc::Bytes> all;
  for (const nookc::TensorId t : graph.inputs) {
    nookc::Bytes bytes(static_cast<size_t>(graph[t].bytes()));
    for (std::byte& b : bytes) b = static_cast<std::byte>(rng.in(-128, 127));
    all.push_back(std::move(bytes));
  }
  return all;
}

// Whether both graphs give equal bytes. Marks of control flow mean nothing: all operators run.
inline bool equal(const nookc::Graph& a, const nookc::Graph& b, uint32_t seed) {
  const auto inputs = random_inputs(a, seed);
  hop::GraphRun first(a), second(b);
  const auto want = first.run(inputs), have = second.run(inputs);
  return first.sound() && second.sound() && want && have && *want == *have;
}

}  // namespace test
