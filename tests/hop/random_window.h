// Random networks of a window in which filters slide along the time: convolutions, pools, element-wise and
// dense operators with random padding, stride and dilation, several branches and several outputs.
#pragma once
#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace hop {

struct RandomWindow {
  nookc::Graph graph;
  int axis = 1;  // the time
};

RandomWindow random_window(generated::Choices& choices);

}  // namespace hop
