// Random networks of a window in which filters slide along the time: convolutions, pools, element-wise and
// dense operators with random padding, stride and dilation, several branches and several
// outputs, and recurrent layers at the end.
#pragma once
#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace hop {

struct RandomWindow {
  nookc::Graph graph;
  int axis = 1;  // the time
};

RandomWindow random_window(generated::Choices& choices);

// In frames; 0: the strides divide no hop that is shorter than the window.
int32_t shortest_hop(const RandomWindow& net);

}  // namespace hop
