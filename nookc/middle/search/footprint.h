// The RAM, flash and time that a program takes.
#pragma once
#include <cstdint>
#include <set>
#include <string_view>

#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

struct ProgramSize {
  int64_t ram = 0;    // bytes of inputs, outputs, state and scratch, without the stack
  int64_t flash = 0;  // bytes of constants, kernels and generated code
  double cycles = 0;  // estimated, for one inference

  // The part of the time that another program may save at most, if none takes fewer cycles than `least`.
  double gap(double least) const { return least >= cycles ? 0 : 1 - least / cycles; }
  bool operator==(const ProgramSize&) const = default;
};

// The kernel and its row functions, as linked.inc names them.
std::set<std::string_view> linked_parts(std::string_view symbol);
// Approximate bytes of the generated functions.
int64_t generated_bytes(const Program& program);
// Bytes of constants and arguments, of linked kernels and of generated functions. The program need not have
// been placed.
int64_t program_flash(const Program& program);
// Estimated cycles of all calls, and of the loops of line buffers.
double cycles_with_rows(const Program& program, const CompileOptions& options);

// The program has been placed.
ProgramSize footprint(const Program& program, const CompileOptions& options);

}  // namespace nookc
