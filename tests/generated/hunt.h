// Looks for graphs and ways to compile them that give wrong bytes, seed after seed, and makes what it finds
// as small as it can.
#pragma once
#include "tests/generated/check.h"

namespace generated {

// What is wrong, and with what: choices of the graph and of the variant.
struct Finding {
  std::string what;
  std::vector<uint32_t> graph, variant;
  bool found() const { return !what.empty(); }
};

struct HuntOptions {
  int variants = 6;   // of each graph
  int seconds = 20;   // for a graph, before it counts as endless
  int trials = 1500;  // of a shrink; 0: findings stay as they are
  const Plant* plant = nullptr;
};

// The graph of a seed, its interpreter and its variants.
Finding hunt(uint64_t seed, const HuntOptions& options, Counts& counts);

// One graph in one variant, in a process of its own. Without choices of a variant: what all have in common.
Finding look(const std::vector<uint32_t>& graph, const std::vector<uint32_t>& variant,
             const HuntOptions& options);

// The smallest that can be found of it.
Finding smallest(const Finding& finding, const HuntOptions& options);

std::string model_of(const std::vector<uint32_t>& graph);  // the .tflite
std::string describe(const Finding& finding);              // for people, with a command to see it again

}  // namespace generated
