// Boards of the user's own, as --board takes them beside those of parts.inc.
#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/target/parts.h"

namespace nookc {

// The board of a name, or of a file that ends in ".toml" and has, one a line: name, target, ram (a list, the
// preferred first), flash, clock, and if it has them part and wait-states. Diags N2080: there is none of that
// name; N2087: the file says something else; N4001: it can't be read.
Result<const Part*> board_named(const std::string& name);

}  // namespace nookc
