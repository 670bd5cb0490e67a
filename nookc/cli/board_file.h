// The user's own boards, which --board accepts in addition to those in parts.inc.
#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/target/parts.h"

namespace nookc {

// Finds a board by name, or reads a file that ends in ".toml" with one key per line: name, target, ram (a
// list, the preferred pool first), flash, clock and, optionally, part and wait-states. Diags N2080: unknown
// name; N2087: the file is invalid; N4001: it can't be read.
Result<const Part*> board_named(const std::string& name);

}  // namespace nookc
