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
  std::string model;  // file to read
  BorderOptions borders;
  std::string dump_ir;   // file or folder
  bool force = false;    // overwrite files that nook did not write
  bool reports = false;  // the command's report contains the notes that other commands print to stderr
  std::string engine = "compiled", planner = "greedy", weights = "model";
  bool keep_scales = false, trusted = false, row_chains = false;
  Subcommand command;  // subcommand that has --engine; null: none
};

// The argument MODEL.
void add_model(Subcommand command, ModelOptions& options);
// --target, required or optional. The value is a core that nook knows, also as m4, M0+ or cortexm33; a
// board's name gives a hint to --board.
Option as_target(Option option);
void add_target(Subcommand command, ModelOptions& options, bool required);
// MODEL and --target of commands that run a model: settle_target() chooses a target if it is not given.
void add_model_to_run(Subcommand command, ModelOptions& options);
// Completes --board and --target: the target defaults to the board's, and the board's pools are used unless
// others are given. Diags N2000: neither was given; N2080; N2081: another core than the board's.
Status settle_board(ModelOptions& options);
// Sets the fastest target that this machine can run; for the interpreter the portable one, which has only
// portable kernels.
void settle_target(ModelOptions& options);
// All other options.
void add_compile_options(Subcommand command, ModelOptions& options);

// --force
void add_force(Subcommand command, bool& force);
// How the command writes files: the model and the pool files are inputs, never overwritten.
Output output_of(const ModelOptions& options);

// add_action() for a command that compiles a model: MODEL, and the required --target.
template <class Options, class Run>
Options& add_compiling_action(Cli& cli, Subcommand command, Run run) {
  Options& options = add_action<Options>(cli, command, run);
  add_model(command, options.model);
  add_target(command, options.model, true);
  return options;
}
// add_action() for a command that runs a model.
template <class Options, class Run>
Options& add_running_action(Cli& cli, Subcommand command, Run run) {
  Options& options = add_action<Options>(cli, command, run);
  add_model_to_run(command, options.model);
  return options;
}

// Diag N2021: an option that belongs to the other engine only.
Status check_engine(const ModelOptions& options);

// Diag N2053: --force, but the command writes nothing.
Status check_force(const ModelOptions& options);

// Reads the model, without the simplifications that --no-passes or --disable-pass leave out: some run here.
Result<ModelBytes> read_model_file(const ModelOptions& options);

// Reads and compiles the model; writes the graph's stages if --dump-ir requests them. Returns the Diags of
// these steps.
Result<CompiledModel> compile_model(const ModelOptions& options, const Provenance& provenance);

}  // namespace nookc
