// The outputs of a graph, to compare them before and after passes.
#pragma once
#include <vector>

#include "nookc/middle/search/level.h"
#include "tests/run_program.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace test {

// The outputs for random inputs; empty: it does not compile.
inline std::vector<std::vector<char>> results(const nookc::Graph& graph, uint32_t seed) {
  nookc::CompileOptions options;
  options.target = nookc::find_target("host");
  options.rows = false;  // whole calls, as ProgramRun runs them
  const auto program = nookc::lower_and_place(graph, options);
  if (!program) return {};
  ProgramRun run(*program);
  Rng rng(seed);
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    for (char& c : run.input(i)) c = static_cast<char>(rng.in(-128, 127));
  for (const nookc::Call& call : program->calls)
    if (!run.call(call)) return {};
  std::vector<std::vector<char>> all;
  for (size_t i = 0; i < graph.outputs.size(); ++i) all.push_back(run.output(i));
  return all;
}

// Runs a pass; returns the number of changes, or -1 if the graph is invalid or gives other bytes.
inline int changes(nookc::Graph& graph, int (*pass)(nookc::Graph&)) {
  const nookc::Graph before = graph;
  const int changed = pass(graph);
  if (!nookc::verify(graph).empty()) return -1;
  for (uint32_t seed = 0; seed < 4; ++seed) {
    const auto expected = results(before, seed);
    if (expected.empty() || results(graph, seed) != expected) return -1;
  }
  return changed;
}

// Among `count` random networks, network(rng), more than 200 compile; the pass changes more than 100 of
// these, and no byte of their outputs. Sanitizers try only some of them.
template <class Network>
void keeps_every_byte(uint32_t count, const Network& network, int (*pass)(nookc::Graph&)) {
  const uint32_t seeds = quick_seeds(count);
  uint32_t compiled = 0, changed = 0;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    Rng rng(seed);
    nookc::Graph graph = network(rng).graph;
    if (results(graph, 0).empty()) continue;
    const int changes_made = changes(graph, pass);
    if (changes_made < 0) printf("seed %d\n", static_cast<int>(seed));
    EXPECT(changes_made >= 0);
    ++compiled, changed += changes_made > 0;
  }
  EXPECT(compiled > 200 * seeds / count);
  EXPECT(changed > 100 * seeds / count);
}

}  // namespace test
