// What the subcommands share. Each subcommand has a file of its own and one function that declares it.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/cli/option.h"
#include "nookc/core/diag.h"
#include "nookc/core/progress.h"
#include "nookc/emit/emit.h"
#include "nookc/report/report.h"

namespace nookc {

// Runs after the command line is parsed. main prints the Diag and turns it into the exit code.
using Action = std::function<Result<Exit>()>;

struct InProcess;

struct Cli {
  CommandLine& line;
  Provenance provenance;
  std::string group;                 // under which the next subcommand is declared
  Action action;                     // of the subcommand that was given
  bool json = false;                 // print errors as JSON on stdout too
  bool quiet = false, full = false;  // how much a report says
  InProcess* in_process = nullptr;   // what the caller lends and takes; null: files and stdout
};

void add_analyze(Cli& cli);
void add_bench(Cli& cli);
void add_boards(Cli& cli);
void add_compile(Cli& cli);
void add_completion(Cli& cli);
void add_convert(Cli& cli);
void add_evaluate(Cli& cli);
void add_fit(Cli& cli);
void add_golden(Cli& cli);
void add_inspect(Cli& cli);
void add_map(Cli& cli);
void add_pack(Cli& cli);
void add_plan(Cli& cli);
void add_quantize(Cli& cli);
void add_run(Cli& cli);
void add_supported_ops(Cli& cli);
void add_validate(Cli& cli);

// Declares a subcommand with its help text and the example that ends it.
Subcommand add_command(Cli& cli, const std::string& name, const std::string& summary,
                       const std::string& example);

// --json
void add_json(Cli& cli, Subcommand command, const std::string& what);

// -q and --full
void add_detail(Cli& cli, Subcommand command);
// --full alone
void add_full(Cli& cli, Subcommand command, const std::string& what);
// The report's width and detail for the current terminal.
View view_of(const Cli& cli);

// Shows on stderr what is being done. On a terminal: a bar in the last line, which is removed at the end.
// Elsewhere: lines, from the third second on and at most one every five seconds.
Progress terminal_progress();

}  // namespace nookc
