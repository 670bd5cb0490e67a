// Line buffers instead of whole images: consecutive operators run row by row, each only as far as the next
// one needs.
#pragma once
#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/rows/stages.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Whether to count the bytes that a single call can save by overwriting its input. Only the plan knows how
// much of that is possible: savings of consecutive calls may exclude each other.
enum class Overwriting { kCounts, kDoesNot };

// Chooses the chains of a lowered program that is not yet placed, and adds them to it. `stages` are the
// program's. Diag N2023: the input can't be delivered row by row.
Status run_by_rows(Program& program, const Storage& storage, const RowStages& stages,
                   const CompileOptions& options, Overwriting overwriting);

}  // namespace nookc
