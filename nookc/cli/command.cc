#include "nookc/cli/command.h"

#include "nookc/cli/terminal.h"

namespace nookc {

void add_json(Cli& cli, Subcommand command, const std::string& what) {
  command.add_flag("--json", cli.json, what);
}

void add_detail(Cli& cli, Subcommand command) {
  Option quiet = command.add_flag("-q,--quiet", cli.quiet, "print only the memory table of the report");
  command
      .add_flag("--full", cli.full,
                "print everything, however narrow the terminal: whole names, all columns,\n"
                "passes that changed nothing")
      .excludes(quiet);
}

void add_full(Cli& cli, Subcommand command, const std::string& what) {
  command.add_flag("--full", cli.full, what);
}

View view_of(const Cli& cli) {
  if (cli.full) return {Detail::kFull, 0};
  return {cli.quiet ? Detail::kQuiet : Detail::kNormal, terminal_width()};
}

}  // namespace nookc
