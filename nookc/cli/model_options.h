// The options of every subcommand that compiles a model.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/command.h"
#include "nookc/cli/model_input.h"
#include "nookc/cli/pool_options.h"
#include "nookc/core/output.h"
#include "nookc/request/request.h"

namespace nookc {

struct ModelOptions : Request {
  std::string model;  // file
  BorderOptions borders;
  std::string dump_ir;   // file or folder
  bool force = false;    // overwrite what nook did not write
  bool reports = false;  // the command writes a report, which says what others say on stderr
  std::string engine = "compiled", planner = "greedy", weights = "model";
  bool keep_scales = false, trusted = false, row_chains = false;
  Subcommand command;  // that has --engine; null: none
};

// MODEL
void add_model(Subcommand command, ModelOptions& options);
// --target, where it must be given or not.
// The value is a core that nook knows: also as m4, M0+ or cortexm33. A board is told from one.
Option as_target(Option option);
void add_target(Subcommand command, ModelOptions& options, bool required);
// MODEL and --target of commands that run a model: settle_target() chooses a target if it is not given.
void add_model_to_run(Subcommand command, ModelOptions& options);
// Completes --board and --target: the target defaults to the board's, and the board's pools are used unless
// others are given. Diags N2000: neither was given; N2080; N2081: another core than the board's.
Status settle_board(ModelOptions& options);
// The fastest target that this machine can run; the portable one for the interpreter, which has only portable
// kernels.
void settle_target(ModelOptions& options);
// All other options.
void add_compile_options(Subcommand command, ModelOptions& options);

// --force
void add_force(Subcommand command, bool& force);
// How the command writes: the model and the pool files are inputs, never overwritten.
Output output_of(const ModelOptions& options);

// add_action() of a command that compiles a model: MODEL, and --target, which must be given.
template <class Options, class Run>
Options& add_compiling_action(Cli& cli, Subcommand command, Run run) {
  Options& options = add_action<Options>(cli, command, run);
  add_model(command, options.model);
  add_target(command, options.model, true);
  return options;
}
// Of one that runs a model.
template <class Options, class Run>
Options& add_running_action(Cli& cli, Subcommand command, Run run) {
  Options& options = add_action<Options>(cli, command, run);
  add_model_to_run(command, options.model);
  return options;
}

// An option that goes with the other engine only: diag N2021.
Status check_engine(const ModelOptions& options);

// --force where the command writes nothing: N2053.
Status check_force(const ModelOptions& options);

// Reads and compiles the model; writes the graph's stages if --dump-ir asks for them. Diags as those.
Result<CompiledModel> compile_model(const ModelOptions& options, const Provenance& provenance);

}  // namespace nookc
