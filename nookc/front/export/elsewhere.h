// Whether TensorFlow Lite can run the operators that nook writes.
#pragma once
#include <string>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Why TensorFlow Lite 2.9 cannot run an operator, or computes something else; empty: it runs it. `./dev
// oracle` found these and runs all others.
std::string why_not_in_tflite(const Graph& graph, const Node& node);

struct Release {
  int major = 0, minor = 0;
  friend auto operator<=>(const Release&, const Release&) = default;
};

// The first release of TensorFlow Lite that has an operator in the version that version_of() gives.
Release release_of(const Graph& graph, const Node& node);

// Notes for a whole graph, as lines for readers: the operators that TensorFlow Lite cannot run, at most
// eight, or the first release that runs all, if it is later than 2.9. Empty: any release of recent years
// does.
std::vector<std::string> notes_on_tflite(const Graph& graph);

}  // namespace nookc
