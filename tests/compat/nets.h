// Models for the adapter, each with inputs and the outputs that nook's own interpreter makes of them.
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
  std::vector<uint32_t> words;  // the file, at a multiple of 4
  size_t bytes = 0;
  std::vector<Bytes> inputs, outputs;
  std::vector<size_t> alignments[2];  // of inputs and outputs

  nook::Span<const uint8_t> file() const { return {reinterpret_cast<const uint8_t*>(words.data()), bytes}; }
};

// With inputs by `seed`.
Net net_of(const std::string& name, const void* file, size_t bytes, uint32_t seed = 1);

// Those that the tests of nook's interpreter have: one input or seven, one output or five, with a state.
const std::vector<Net>& small_nets();
// Copies of tensors whose elements have these sizes (1, 2, 4, 8 bytes), in this order, in and out.
Net copies_of(const std::vector<int>& element_sizes);
// So many operators, one after the other.
Net chain_of(int operators);
// So many tensors that are needed at once.
Net fan_of(int tensors);
// A loop of so many turns; below 0: without an end.
Net loop_of(int turns);
// A buffer of three slots of four numbers, and a copy of it: there is a result every second time. Not run.
Net waiting();
// Inputs and outputs of so many bytes each, of which no memory is ever made.
Net huge(int count, int32_t bytes);
// Of this repository and, where ../shared is there, those that are published.
std::vector<Net> models_from_files();
// A published one with more operators than a query has room for on the stack; none where ../shared is not.
std::vector<Net> large_models_from_files();

}  // namespace compat_test
