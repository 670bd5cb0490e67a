// Random networks of all operators, for tests of the compiler's results. All choices are valid: every network
// is one that nook accepts. First choices are the simplest: a record of zeros is a single RELU.
#pragma once
#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace generated {

nookc::Graph random_graph(Choices& choices);

}  // namespace generated
