// Models for the adapter, each with inputs and the outputs that nook's own interpreter computes for them.
#pragma once
#include <stdint.h>
#include <string.h>

#include <string>
#include <vector>

#include "nook/core/span.h"

namespace compat_test {

using Bytes = std::vector<uint8_t>;

struct Net {
  std::string name;
  std::vector<uint32_t> words;  // the file, aligned to 4
  size_t bytes = 0;
  std::vector<Bytes> inputs, outputs;
  std::vector<size_t> alignments[2];  // for inputs and outputs

  nook::Span<const uint8_t> file() const { return {reinterpret_cast<const uint8_t*>(words.data()), bytes}; }
};

// The inputs are determined by `seed`.
Net net_of(const std::string& name, const void* file, size_t bytes, uint32_t seed = 1);

// The models of the interpreter's tests: one input or seven, one output or five, one with state.
const std::vector<Net>& small_nets();
// Copies of tensors whose elements have these sizes (1, 2, 4, 8 bytes), in this order, as inputs and outputs.
Net copies_of(const std::vector<int>& element_sizes);
// A sequence of `operators`.
Net chain_of(int operators);
// `tensors` that are live at the same time.
Net fan_of(int tensors);
// A loop of `turns` iterations; negative: endless.
Net loop_of(int turns);
// About `operators` with branches and loops, nested up to `depth`. `shared`: both branches of an IF are one
// subgraph.
struct Flows {
  int operators, depth;
  bool shared;
  uint32_t seed;
};
Net flows_of(const Flows& flows);
// `depth` branches inside one another.
Net nest_of(int depth);
// A loop whose body runs itself, after `operators`. Not run.
Net loop_in_a_circle(int operators);
// A buffer of three slots of four numbers, and a copy of it: there is a result every second run. Not run.
Net waiting();
// A sequence of custom operators "OWN" over four floats. Not run.
Net own_after_own(int count);
// Inputs and outputs of `bytes` each, which are never allocated.
Net huge(int count, int32_t bytes);
// The models of this repository and, if ../shared exists, the published ones.
std::vector<Net> models_from_files();
// A published model with more operators than a query can handle on the stack; empty if ../shared does not
// exist.
std::vector<Net> large_models_from_files();

}  // namespace compat_test
