// The options of the compiler: plain data that every stage may read.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/core/effort.h"
#include "nookc/graph/graph.h"
#include "nookc/options/beside.h"
#include "nookc/target/flash.h"
#include "nookc/target/memory_pool.h"
#include "nookc/target/target.h"

namespace nookc {

// The unit that runs the application and everything that no other unit runs.
inline constexpr const char* kCpu = "cpu";

// A placement constraint. `subject` is the name of a tensor or of a signature's input or output, or "#12" for
// tensor 12. For candidates it may also be "op:3" for operator 3, or a kind of operators, "CONV_2D": their
// outputs, constants and kernels' scratch.
struct Wish {
  std::string subject;
  std::vector<std::string> candidates;  // pools, the best first
  std::string pool;                     // a pin; empty: candidates only
  int32_t offset = -1;                  // offset of the pin; -1: anywhere in the pool
  std::string text;                     // as given, for messages
};

// Assigns operators to a unit: "op:3" (operator 3), "op:3-7" (a range), or a kind, "CONV_2D".
struct UnitWish {
  std::string unit;
  std::vector<std::string> subjects;
  std::string text;  // as given, for messages
};

// The units other than the cpu, each once, in the order of the assignments.
std::vector<std::string> unit_names(const std::vector<UnitWish>& wishes);

// The goal when kernels are chosen.
enum class Level : uint8_t {
  kTime,      // the fewest cycles
  kBalanced,  // the fewest cycles without a kernel whose scratch makes the plan larger
  kFlash,     // likewise, and only kernels whose constants are about as large as the model's own
  kRam,       // the fewest cycles without any kernel scratch
  kSize,      // the reference kernel of each operator: the least code
};

// The result of hops before the first full window.
enum class HopStart : uint8_t {
  kWait,     // none
  kPadding,  // as if all frames before the first were padding, the real number 0
  kMeasure,  // any: it is to be measured
};

// A network of a window that moves: it takes new frames and keeps the rest (nookc/middle/hop).
struct HopWish {
  int32_t frames = 0;       // new frames at a time; 0: the network runs on whole windows
  int axis = -1;            // dimension of the frames in the inputs; -1: to be found
  int64_t state_limit = 0;  // bytes of all rows that are kept; 0: no limit
  HopStart start = HopStart::kWait;
};

// Weights outside the address space, which the application reads into a staging while the model runs.
struct StagingWish {
  int64_t bytes = 0;     // the size of the staging; 0: all weights are in the address space
  int64_t least = 1024;  // smaller constants stay in the address space
  // By the operator's number in the model: the most outputs of a FULLY_CONNECTED that one call computes, as
  // the weights of a call are read at once.
  std::map<int32_t, int32_t> most_outputs;
};

struct CompileOptions {
  const Target* target = nullptr;         // required
  std::set<std::string> disabled_passes;  // names as in `pass_names()`
  Level level = Level::kBalanced;
  Flash flash;  // the flash that the code will run from
  // Inputs and outputs inside the scratch instead of in the application's own buffers: names, or "*".
  std::set<std::string> inputs_in_scratch, outputs_in_scratch;
  std::set<std::string> kept_inputs;  // inputs in scratch that nothing overwrites during a run; or "*"
  bool rows = true;                   // operators may run row by row (nookc/middle/rows)
  bool strips = true;                 // and lines of pixels strip by strip, unless `rows` is false
  bool parts_of_rows = true;          // and slices that take a part of each row
  int32_t cores = 1;                  // that share each run: 1 or 2
  bool stream_input = false;          // the application may deliver the rows of the only input one at a time
  bool overlap = true;                // kernels may overwrite the input that they have read
  int64_t scratch_limit = 0;          // bytes of each workspace pool that has no size; 0: no limit
  int64_t while_limit = 0;            // iterations of all loops that one run may take; 0: any number
  // In order of preference; the default is used if there are no workspace (or no constant) pools.
  std::vector<MemoryPool> pools;
  std::vector<Wish> wishes;
  std::vector<UnitWish> units;  // which unit executes which operators; the cpu executes the rest
  // Constant pools whose constants the application passes by pointer: names, or "*".
  std::set<std::string> constants_by_pointer;
  std::string solver = kDefaultSolver;
  Effort effort;
  HopWish hop;
  StagingWish staging;
  // Constants that the flash contains anyway, as they are in the model, because another network reads them.
  std::shared_ptr<const std::set<Bytes>> elsewhere;
  std::shared_ptr<const Beside> beside;  // other networks of the program; null: none
  // Called after import and after each pass with its name; for --dump-ir.
  std::function<void(const std::string& stage, const Graph&)> dump;

  bool keeps(const Graph& graph, size_t input) const {
    return kept_inputs.count("*") || kept_inputs.count(graph.input_names[input]) ||
           kept_inputs.count(graph[graph.inputs[input]].name);
  }
};

}  // namespace nookc
