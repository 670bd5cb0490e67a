// The command as a function of its words: main() and the Python module call it.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/in_process.h"

namespace nookc {

struct Invoked {
  Result<Exit> done;
  bool json = false;  // also print errors as JSON
};

// Runs the subcommand that the words name; the words begin after the name of the program. With `in_process`,
// JSON is stored there instead of being printed. N2000 and the Diags of all subcommands.
Invoked invoke(std::vector<std::string> words, InProcess* in_process);

// The names of all subcommands.
std::vector<std::string> subcommands();

}  // namespace nookc
