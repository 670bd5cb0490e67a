#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Compares programs at the default level, where a smaller price is better: the program with the smaller price
// takes at most 10 % more time for each 5 % of RAM that it saves, and at most 3 % for each 2 % of flash. The
// program has been placed, and has_times(options) is true.
double price(const Program& program, const CompileOptions& options);
// Its RAM in bytes: of all roles but the stack.
int64_t ram_bytes(const Program& program);
// The price if it took this time, in cycles, and this much more scratch.
double price_of(const Program& program, double cycles, int64_t more_scratch);

// The better of two placed programs, at any level: the first unless the second takes less scratch or, at the
// default level, has a smaller price.
bool is_better(const Program& second, const Program& first, const CompileOptions& options);

// Whether the program whose images are turned is better than the other: it needs at least a twentieth less
// RAM and has, except at -O ram, a smaller price, with estimates of this core's or a similar one's time.
bool is_better_turned(const Program& turned, const Program& upright, const CompileOptions& options);

}  // namespace nookc
