#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"
#include "nookc/target/speed.h"

namespace nookc {

// The amount of work of one call.
CallWork work_of(const Program& program, const Call& call);

// Whether cycles_of() knows the core. For others it assumes portable C.
bool has_times(const CompileOptions& options);
// The cycles of one call: the kernel's estimate or, where there is none, its figures in other layers.
double cycles_of(const Program& program, const Call& call, const CompileOptions& options);
// Likewise, only if the figures describe such a layer or, on cores with DSP instructions, there is an
// estimate for a Cortex-M4.
std::optional<double> known_cycles(const Program& program, const Call& call, const CompileOptions& options);
// The cycles of all calls.
double whole_cycles(const Program& program, const CompileOptions& options);

}  // namespace nookc
