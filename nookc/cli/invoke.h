// The command as a function of its words: main() and the Python module call it.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/in_process.h"

namespace nookc {

struct Invoked {
  Result<Exit> done;
  bool json = false;  // print errors as JSON too
};

// Runs the subcommand that the words name, which begin behind the name of the program. With `in_process`,
// JSON goes there and not to stdout. N2000 and the Diags of all subcommands.
Invoked invoke(std::vector<std::string> words, InProcess* in_process);

// The names of all subcommands.
std::vector<std::string> subcommands();

}  // namespace nookc
