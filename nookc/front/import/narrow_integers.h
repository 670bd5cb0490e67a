#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Computes operators of int64 that nook has for int32 only (FLOOR_MOD and others) in int32, between CASTs,
// if the known ranges of their operands (indices of ARG_MAX, sizes, constants, narrower integers) show that
// these and the results fit. Each result is the same number. All other operators, and graphs with control
// flow, stay unchanged.
void narrow_integers(Graph& graph);

}  // namespace nookc
