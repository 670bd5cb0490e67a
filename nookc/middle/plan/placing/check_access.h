#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// Whether every unit reaches the bytes that it reads and writes: of each call of a placed program the
// operands and the kernel's scratch, and the application those that it puts into the scratch and fetches from
// there. It looks at where things are, and knows nothing of how they got there. Diag N1002: which call and
// which pool.
Status check_access(const Program& program);

}  // namespace nookc
