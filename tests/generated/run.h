// Runs the compiler's result for a model, as an application would.
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
  std::string wrong;   // a fault other than the outputs: overwritten memory, a status; empty: none
};

struct Model {
  const nookc::Program& program;
  const nookc::Files& files;
  const Variant& variant;
  const Compiled& code;
};

// The bytes of each persistent memory after an inference; empty before the first.
using State = std::vector<std::vector<uint8_t>>;

// Runs one inference with whole inputs. `turn` determines garbage and addresses. `state` is copied in before
// the run and out afterwards.
Outcome run_whole(const Model& model, const Values& inputs, uint32_t turn, State& state);
// Runs one inference with the rows of the input in portions. Only for programs that stream.
Outcome run_streamed(const Model& model, const Values& inputs, uint32_t turn, State& state);

}  // namespace generated
