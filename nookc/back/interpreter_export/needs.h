// The interpreter's needs for a model on a target: the numbers that nook_requirements() returns there.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "nook/interpreter.h"
#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// What kernels with weights read: the file; weights that the device packs at construction; or weights that
// the host has packed, in flash.
enum class Weights { kAsIs, kPacked, kPrepacked };

struct InterpreterOptions {
  std::string planner = "greedy";                          // "offline": the plan in the model; "shim": `plan`
  uint32_t inputs_in_scratch = 0, outputs_in_scratch = 0;  // bit i
  bool keep_scales = false, trusted = false;
  Weights weights = Weights::kAsIs;
  bool rows = false;  // operators run row by row where the model's metadata says so
  // For "shim": the header's path and content, the number of buffers followed by their offsets.
  std::string plan_header = {};
  std::vector<int32_t> plan = {};
};

struct InterpreterNeeds {
  std::vector<nook_tensor_requirement> inputs, outputs;
  nook_requirement persistent{}, scratch{}, working{}, constants{};
  size_t state_bytes = 0;
  std::vector<std::byte> packed;  // of Weights::kPrepacked
};

// What a command can request: greedy, offline, or a header made by `nook plan -o plan.h`.
bool is_planner(const std::string& name);
// Diag N4001: the header can't be read; N2017: it is no BufferPlan.
Status set_planner(const std::string& name, InterpreterOptions* options);

// Diag N3002: the model is malformed; N3017: the interpreter refuses it, in its own words.
Result<InterpreterNeeds> interpreter_needs(std::span<const std::byte> model, const std::string& file,
                                           const Target& target, const InterpreterOptions& options);

}  // namespace nookc
