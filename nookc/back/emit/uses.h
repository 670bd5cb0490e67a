#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace nookc {

// The names that generated code uses, noted while it is written. Numbers are indices into the lists of
// Interface.
struct Uses {
  std::set<size_t> inputs, outputs;  // in_audio, out_scores: the application's buffers
  std::set<size_t> scratch;          // pools that it has an address in
  std::set<size_t> persistent;
  std::set<size_t> images;  // pools of constants that are passed by pointer
  bool passes_on = false;   // it calls a function with memory, inputs and outputs

  void add(const Uses& other) {
    inputs.insert(other.inputs.begin(), other.inputs.end());
    outputs.insert(other.outputs.begin(), other.outputs.end());
    scratch.insert(other.scratch.begin(), other.scratch.end());
    persistent.insert(other.persistent.begin(), other.persistent.end());
    images.insert(other.images.begin(), other.images.end());
    passes_on |= other.passes_on;
  }
};

// Code with the names that it uses.
struct Code {
  std::string text;
  Uses uses;

  Code& operator+=(const Code& more) {
    text += more.text, uses.add(more.uses);
    return *this;
  }
};

}  // namespace nookc
