#pragma once
#include "nook/plan/problem.h"

namespace nookc {

// What a search found out, beside the plan.
struct Searched {
  int64_t lower_bound = 0;  // bytes that no plan can do without
  bool optimal = false;     // no plan is lower than the one that is left
  int64_t visits = 0;       // of buffers, by all partial plans that were looked at
};

// Lowers a valid plan as far as branch and bound gets within `most_visits`, a number and not a time, so that
// every machine finds the same plan; a hundred million take less than a second. Problems with pinned buffers
// are left as they are.
//
// A lowest plan can be pushed down until every buffer rests on the floor or on one below it. Taken by their
// offsets, each of its buffers then starts where those before it let it start; so only such orders are tried,
// and of those none in which a buffer that is still to come would have fitted below.
Searched search_lower(const nook::Problem& problem, nook::Plan* plan, int64_t most_visits);

}  // namespace nookc
