// Line buffers instead of images: operators that follow each other run row by row, each as far as the next
// needs.
#pragma once
#include "nookc/core/diag.h"
#include "nookc/lower/choose_kernel.h"
#include "nookc/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Whether what a call by itself can write over its input counts as saved. Only the plan knows how much of it
// can be had: such savings of one call after the other may exclude each other.
enum class Overwriting { kCounts, kDoesNot };

// Chooses the chains of a lowered program that is not placed yet, and makes them part of it. `rows` as for
// lower(). Diag: N2023, the input can't be delivered row by row.
Status run_by_rows(Program& program, const CompileOptions& options, const std::vector<KernelRows>& rows,
                   Overwriting overwriting);

}  // namespace nookc
