// Searches seed by seed for graphs, and ways to compile them, that give wrong bytes, and shrinks its
// findings.
#pragma once
#include "tests/generated/check.h"

namespace generated {

// A fault, and the choices of the graph and of the variant that show it.
struct Finding {
  std::string what;
  std::vector<uint32_t> graph, variant;
  bool found() const { return !what.empty(); }
};

struct HuntOptions {
  int variants = 6;   // per graph
  int seconds = 20;   // per graph, before it counts as endless
  int trials = 1500;  // per shrink; 0: findings are not shrunk
  const Plant* plant = nullptr;
};

// Checks the graph of a seed, its interpreter and its variants.
Finding hunt(uint64_t seed, const HuntOptions& options, Counts& counts);

// Checks one graph in one variant, in a separate process. Without choices of a variant: the common one.
Finding look(const std::vector<uint32_t>& graph, const std::vector<uint32_t>& variant,
             const HuntOptions& options);

// The smallest equivalent finding.
Finding smallest(const Finding& finding, const HuntOptions& options);

std::string model_of(const std::vector<uint32_t>& graph);  // the .tflite
std::string describe(const Finding& finding);              // for readers, with a command to reproduce it

}  // namespace generated
