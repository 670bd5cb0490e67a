// Runs what the compiler made of a model, as an application would.
#pragma once
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"
#include "tests/generated/compiled.h"
#include "tests/generated/variant.h"

namespace generated {

using Values = std::vector<std::vector<uint8_t>>;  // per input or output

struct Outcome {
  Values outputs;
  bool waits = false;  // there is no result yet: an operator needs more inferences
  std::string wrong;   // something else than the outputs: memory that was written, a status; empty: nothing
};

struct Model {
  const nookc::Program& program;
  const nookc::Files& files;
  const Variant& variant;
  const Compiled& code;
};

// The bytes of each persistent memory after an inference; before the first: none.
using State = std::vector<std::vector<uint8_t>>;

// One inference with whole inputs. `turn`: what is garbage, and where memory lies, depends on it. `state` is
// copied to where it is kept now, and away afterwards.
Outcome run_whole(const Model& model, const Values& inputs, uint32_t turn, State& state);
// One with the rows of the input in portions. Only of programs that stream.
Outcome run_streamed(const Model& model, const Values& inputs, uint32_t turn, State& state);

}  // namespace generated
