// Programs that the command starts: compilers, emulators.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

struct Finished {
  int exit_code = 0;       // 128 + n: signal n ended it
  bool timed_out = false;  // it was ended because it took too long
  std::string text;        // what it wrote to stdout and stderr, in order
};

struct Command {
  std::vector<std::string> words;   // the first is the program: a path, or a name that PATH is searched for
  std::filesystem::path directory;  // where it runs; empty: here
  int timeout_seconds = 0;          // 0: none
};

// Runs a command to its end with an empty stdin. Diags N4004: it can't be started; N4007: a signal arrived
// (StopSignals), and the command was ended.
Result<Finished> run_command(const Command& command);

// Runs independent commands, `jobs` at a time, and returns their results in order.
Result<std::vector<Finished>> run_commands(const std::vector<Command>& commands, unsigned jobs);

// The file that PATH has for a program, or nothing.
std::optional<std::filesystem::path> find_program(const std::string& name);

// The command as a user would type it.
std::string to_string(const Command& command);

}  // namespace nookc
