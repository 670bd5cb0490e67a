#pragma once
#include <span>
#include <vector>

#include "nookc/study/quantize/network.h"
#include "tests/test.h"

namespace test {

// The first output of a network of floats; empty if it does not run.
inline std::vector<float> first_output(const nookc::Graph& graph, const nookc::Bytes& input) {
  const nookc::Result<nookc::Network> network = nookc::Network::make(graph);
  EXPECT(network);
  if (!network) return {};
  nookc::Run run(*network);
  EXPECT(run.run({input}));
  const std::span<const float> all = run.real(graph.outputs[0]);
  return {all.begin(), all.end()};
}

}  // namespace test
