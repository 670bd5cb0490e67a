#pragma once
#include <vector>

#include "nookc/middle/rows/stages.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The cycles that the kernels of a stage of a chain of strips take in addition to the call as a whole, as
// each step begins a kernel. `strips` has the kernels' arguments.
double cycles_added(const Program& program, const RowStage& stage, const StageTable& strips,
                    const CompileOptions& options);
// Those of a chain, with the steps of its loop.
double cycles_added(const Program& program, const RowChain& chain, const StageTable& strips,
                    const CompileOptions& options);

// The cycles of a chain's loop, and of the beginnings of its kernels, for rows as for strips.
double cycles_of_loop(const Program& program, const RowChain& chain);

// The cycles that some of the bytes of a scratch are worth (kWorthOfMemory). One inference takes as many
// cycles as the kernels' estimates say or, where there are none, their figures in other layers.
double cycles_worth(const Program& program, int64_t bytes, int64_t scratch, const CompileOptions& options);

}  // namespace nookc
