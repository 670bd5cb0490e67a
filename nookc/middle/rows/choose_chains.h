#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/middle/rows/by_rows.h"
#include "nookc/middle/rows/stages.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Chooses the calls of a lowered program that run row by row, for the least scratch. The calls are cut into
// sections, each a single call or a chain, such that the largest number of live bytes in any section is
// minimal; among such cuts, one with the fewest calls in chains is chosen. Exact for sections of up to
// kLongestChain calls, or kLongestChainOfStrips, with live bytes counted as the planner counts them, except
// for gaps that a plan may have to leave. Nothing is computed twice.
inline constexpr size_t kLongestChain = 32, kLongestChainOfStrips = 256;
//
// Strips are taken if they save an eighth of the peak and are worth their time (strip_time.h). Every step
// costs some instructions, so they have the largest size, among those in `stages`, that takes at most a third
// more than the least (-O ram: the least); then single stages get longer ones within these bytes.
struct ChosenChains {
  std::vector<RowChain> chains;
  StageTable strips;  // the stages of chains of strips
};
ChosenChains choose_chains(const Program& program, const Storage& storage, const RowStages& stages,
                           const CompileOptions& options, Overwriting overwriting);

}  // namespace nookc
