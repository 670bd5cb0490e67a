#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// Checks that every unit reaches the bytes that it reads and writes: the operands and kernel scratch of each
// call of a placed program, and the inputs and outputs in scratch, which the application accesses. It looks
// only at the final addresses, independently of how they were chosen. Diag N1002 names the call and the pool.
Status check_access(const Program& program);

}  // namespace nookc
