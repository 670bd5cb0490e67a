// A model as a component of the Xtensa audio framework: bytes of its inputs in, bytes of its outputs out.
//
//   memory table   type     content
//   0              input    the model's inputs, given for each frame without a copy
//   1              output   the model's outputs, likewise
//   2              scratch  lent for a call: the framework's one area for all components of a worker thread
//   3              persist  state and prepared arguments
//
// The model and its weights are outside of all tables: configured as pointers, read in place. Sizes are known
// after xaf::kPostConfig, before any pointer. The scratch may differ in each call, and holds nothing between
// calls. Several inputs, or outputs, are contiguous, in the order of the model, each at a multiple of 4, or
// of 8 if its elements have 8 bytes; then the table is at a multiple of 8 too. A model that collects the data
// of several frames (NOOK_NOT_READY) produces 0 bytes for all except the last.
#pragma once
#include "integrations/xaf/xaf.h"
#include "nook/interpreter.h"

namespace xaf_nook {

// Parameters of xaf::kSetConfigParam; the value is a pointer to the named type.
enum Parameter : int32_t {
  kModel = 0,       // const void*: the .tflite, aligned to 4
  kModelBytes = 1,  // uint32_t
  kResolver = 2,    // const nook_resolver*
  kPlanner = 3,     // const nook_planner*; must be given
  // Weights packed for the kernels of the core, with a resolver that names these.
  kPacker = 4,     // const nook_packer*: nook_pack_weights packs them into persistent memory
  kConstants = 5,  // const nook_const_buffer*: the location of nook_packed_weights
  kRows = 6,       // const nook_rows_plan*: nook_row_chains, for a model that names chains
  // const nook_buffer*: working memory for the last two stages of the component's initialization, unused
  // afterwards. Without it the component works on the stack for the sizes, in at most 8192 bytes, and in the
  // scratch for the rest. For models for which these are not enough; nook analyze --engine interpreter prints
  // the number of bytes that a model needs (`working`).
  kWorking = 7,
  kVariables = 8,      // const nook_variables*: nook_resource_variables, for a model that names variables
  kControl = 9,        // const nook_control*: nook_control_flow, for a model with IF and WHILE,
  kSubgraphLimit = 10  // uint32_t: and the limit of branches and iterations per frame; 0: none
};

// Errors of the configuration. fault() names the buffer or operator.
constexpr xaf::Error kNotConfigured = xaf::fatal(xaf::Class::kConfig, 0);
constexpr xaf::Error kRefused = xaf::fatal(xaf::Class::kConfig, 1);
// A frame that ended before its outputs were complete: kSubgraphLimit; fault() says NOOK_LIMIT.
constexpr xaf::Error kFailed = xaf::fatal(xaf::Class::kExecute, 1);

xaf::Error component(void* object, int32_t command, int32_t index, void* value);

// Why the last command was refused.
const nook_interpreter_fault& fault(const void* object);

}  // namespace xaf_nook
