#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/target/speed.h"

namespace nookc {

// The amount of work of one call.
CallWork work_of(const Program& program, const Call& call);

}  // namespace nookc
