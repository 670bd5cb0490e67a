// Shared code of the subcommands. Each has its own file, one function that declares its options, and a row of
// the table in invoke.cc.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nookc/back/emit/emit.h"
#include "nookc/cli/option.h"
#include "nookc/core/diag.h"
#include "nookc/core/progress.h"
#include "nookc/study/report/report.h"

namespace nookc {

// Runs after the command line is parsed. main prints the Diag and turns it into the exit code.
using Action = std::function<Result<Exit>()>;

struct InProcess;

struct Cli {
  CommandLine& line;
  Provenance provenance;
  Action action;                     // action of the given subcommand
  bool json = false;                 // also print errors as JSON on stdout
  bool quiet = false, full = false;  // how detailed a report is
  InProcess* in_process = nullptr;   // the caller's arrays; null: use files and stdout
};

void add_analyze(Cli& cli, Subcommand command);
void add_bench(Cli& cli, Subcommand command);
void add_boards(Cli& cli, Subcommand command);
void add_compile(Cli& cli, Subcommand command);
void add_completion(Cli& cli, Subcommand command);
void add_convert(Cli& cli, Subcommand command);
void add_evaluate(Cli& cli, Subcommand command);
void add_fit(Cli& cli, Subcommand command);
void add_golden(Cli& cli, Subcommand command);
void add_image(Cli& cli, Subcommand command);
void add_init(Cli& cli, Subcommand command);
void add_inspect(Cli& cli, Subcommand command);
void add_map(Cli& cli, Subcommand command);
void add_merge(Cli& cli, Subcommand command);
void add_pack(Cli& cli, Subcommand command);
void add_plan(Cli& cli, Subcommand command);
void add_quantize(Cli& cli, Subcommand command);
void add_report(Cli& cli, Subcommand command);
void add_run(Cli& cli, Subcommand command);
void add_supported_ops(Cli& cli, Subcommand command);
void add_validate(Cli& cli, Subcommand command);

// The options that a subcommand reads, which live as long as the command line. If the command line names it,
// run(cli, options) is the action.
template <class Options, class Run>
Options& add_action(Cli& cli, Subcommand command, Run run) {
  const auto options = std::make_shared<Options>();
  command.on_given(
      [&cli, options, run] { cli.action = [&cli, options, run] { return run(cli, *options); }; });
  return *options;
}

// --json
void add_json(Cli& cli, Subcommand command, const std::string& what);

// -q and --full
void add_detail(Cli& cli, Subcommand command);
// only --full
void add_full(Cli& cli, Subcommand command, const std::string& what);
// The report's width and detail for the current terminal.
View view_of(const Cli& cli);

// Shows progress on stderr. On a terminal: a bar in the last line, which is removed at the end. Elsewhere:
// lines, from the third second on and at most one every five seconds.
Progress terminal_progress();

}  // namespace nookc
