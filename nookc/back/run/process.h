// Programs that the command starts: compilers, emulators.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

struct Finished {
  int exit_code = 0;       // 128 + n if signal n ended it
  bool timed_out = false;  // it was ended because it took too long
  std::string text;        // its stdout and stderr, in order
};

struct Command {
  std::vector<std::string> words;   // the first is the program: a path, or a name that is searched in PATH
  std::filesystem::path directory;  // where it runs; empty: the current folder
  int timeout_seconds = 0;          // 0: no limit
  // Where it puts its temporary files (TMPDIR); empty: where it would anyway. A compiler that a signal ends
  // may leave some, which then disappear with this folder.
  std::filesystem::path temporary = {};
};

// Runs a command with an empty stdin until it ends. Diags N4004: it can't be started; N4007: a signal arrived
// (StopSignals), and the command was ended.
Result<Finished> run_command(const Command& command);

// Runs independent commands, `jobs` at a time, and returns their results in order. `progress` gets the number
// of those that have ended.
Result<std::vector<Finished>> run_commands(
    const std::vector<Command>& commands, unsigned jobs,
    const std::function<void(size_t)>& progress = [](size_t) {});

// The path of a program found in PATH, or nothing.
std::optional<std::filesystem::path> find_program(const std::string& name);

// The command as a user would type it.
std::string to_string(const Command& command);

}  // namespace nookc
