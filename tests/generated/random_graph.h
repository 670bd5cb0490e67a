// Random networks of all operators, for tests of what the compiler makes of them. All choices are valid ones:
// what comes out is a network that nook takes. First choices are the simplest: a record of zeros is one RELU.
#pragma once
#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace generated {

nookc::Graph random_graph(Choices& choices);

}  // namespace generated
