#pragma once
#include "nookc/lower/program.h"
#include "nookc/options/compile_options.h"
#include "nookc/rows/by_rows.h"
#include "nookc/rows/stages.h"

namespace nookc {

// Which calls of a lowered program run row by row, for the least scratch: the calls are cut into sections,
// each a single call or a chain, such that the most bytes alive in any section are the fewest; of all such
// cuts one with the fewest calls in chains. Exact for sections of up to kLongestChain calls, with `alive`
// counted as the planner does, but for gaps that a plan may have to leave. Nothing is computed twice.
inline constexpr size_t kLongestChain = 32;
std::vector<RowChain> choose_chains(const Program& program, const Storage& storage, const RowStages& stages,
                                    const CompileOptions& options, Overwriting overwriting);

}  // namespace nookc
