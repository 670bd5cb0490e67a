// The compiler: a model in, a Program out. compile.cc is the table of contents.
#pragma once
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/lower/program.h"
#include "nookc/plan/annotate.h"
#include "nookc/plan/solver.h"
#include "nookc/plan/units.h"

namespace nookc {

// What kernels are chosen for.
enum class Level : uint8_t {
  kTime,      // the fewest instructions
  kBalanced,  // the fewest instructions without a kernel whose scratch makes the plan larger
  kRam,       // the fewest instructions without any scratch of kernels
  kSize,      // the reference kernel of each operator: the least code
};

struct CompileOptions {
  const Target* target = nullptr;         // required
  std::set<std::string> disabled_passes;  // names as in `pass_names()`
  Level level = Level::kBalanced;
  // Inputs and outputs that live inside scratch instead of in the application's own buffers: names, or "*".
  std::set<std::string> inputs_in_scratch, outputs_in_scratch;
  std::set<std::string> kept_inputs;  // of those in scratch: nothing writes over them during a run; or "*"
  bool rows = true;                   // operators may run row by row (nookc/rows)
  bool stream_input = false;          // the application may deliver the rows of the (only) input one by one
  bool overlap = true;                // kernels may write over what they have read
  int64_t scratch_limit = 0;          // bytes of each workspace pool that has no size; 0: none
  std::vector<MemoryPool> pools;  // in order of preference; without workspace (constant) ones: the default
  std::vector<Wish> wishes;
  std::vector<UnitWish> units;  // who executes what; all the rest is the cpu's
  // Constant pools whose constants the application passes by pointer: names, or "*".
  std::set<std::string> constants_by_pointer;
  std::string solver = kDefaultSolver;
  Effort effort;
  // Called after import and after each pass with its name; for --dump-ir.
  std::function<void(const std::string& stage, const Graph&)> dump;

  bool keeps(const Graph& graph, size_t input) const {
    return kept_inputs.count("*") || kept_inputs.count(graph.input_names[input]) ||
           kept_inputs.count(graph[graph.inputs[input]].name);
  }
};

// The passes in the order in which they run.
std::span<const std::string_view> pass_names();

// `bytes` is the .tflite file, borrowed for the call; `file` names it in messages.
// Diag: N30xx the model is malformed or not supported, N10xx it does not fit, N20xx an option names nothing.
Result<Program> compile(std::span<const std::byte> bytes, const std::string& file,
                        const CompileOptions& options);

}  // namespace nookc
