#pragma once
#include "nookc/middle/rows/sections.h"

namespace nookc {

// The least peak of live bytes over all sections of a cut, and a cut that stays within a peak, with the
// fewest calls in chains. Long programs have too many chains to simulate them all: only those on which the
// result depends are simulated, and those whose bounds are above the peak never.
int64_t best_peak(Sections& c);
std::vector<RowChain> cut(Sections& c, int64_t peak);

}  // namespace nookc
