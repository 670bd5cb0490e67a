// A network of a window of T frames becomes one that takes N new frames, keeps in persistent memory the rows
// of the last window that are rows of the next one too, and has the outputs of the whole window in every
// byte.
#pragma once
#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/hop_facts.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Rewrites the graph for wish.frames new frames at a time. Diags N2090: the time axis is not known, or is not
// an axis; N2091: the hop is not shorter than the window, or strides do not divide it; N2092: more state than
// the limit; N2094: nothing can be kept, or the network has control flow or state, other than the state of
// recurrent layers.
Result<HopFacts> move_by_hops(Graph& graph, const HopWish& wish);

}  // namespace nookc
