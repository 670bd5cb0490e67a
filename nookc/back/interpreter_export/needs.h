// The memory that the interpreter needs for a model on a target: the numbers that nook_requirements() returns
// there.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "nook/interpreter.h"
#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// The source of the weights that kernels read: the file; memory into which the device packs them at
// construction; or flash into which the host has packed them.
enum class Weights { kAsIs, kPacked, kPrepacked };

struct InterpreterOptions {
  std::string planner = "greedy";  // or "offline": the plan in the model; or "shim": `plan`
  uint32_t inputs_in_scratch = 0, outputs_in_scratch = 0;  // bit i for input or output i
  bool keep_scales = false, trusted = false;
  Weights weights = Weights::kAsIs;
  bool rows = false;  // run operators row by row as the model's metadata says
  // For "shim": the header's path and content, the number of buffers followed by their offsets.
  std::string plan_header = {};
  std::vector<int32_t> plan = {};
};

struct InterpreterNeeds {
  std::vector<nook_tensor_requirement> inputs, outputs;
  nook_requirement persistent{}, scratch{}, working{}, constants{};
  size_t state_bytes = 0;
  std::vector<std::byte> packed;  // for Weights::kPrepacked
};

// Whether a command accepts the planner: greedy, offline, or a header written by `nook plan -o plan.h`.
bool is_planner(const std::string& name);
// Diag N4001: the header can't be read; N2017: it is not a BufferPlan.
Status set_planner(const std::string& name, InterpreterOptions* options);

// Diag N3002: the model is malformed; N3017: the interpreter refuses it, with its own reason.
Result<InterpreterNeeds> interpreter_needs(std::span<const std::byte> model, const std::string& file,
                                           const Target& target, const InterpreterOptions& options);

}  // namespace nookc
