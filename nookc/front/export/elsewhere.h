// What TensorFlow Lite makes of an operator that nook writes.
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

// The same for a graph, as lines for people: the operators that TensorFlow Lite cannot run, at most eight, or
// the release from which on it runs all, if that is later than 2.9. Empty: any of the last years does.
std::vector<std::string> notes_on_tflite(const Graph& graph);

}  // namespace nookc
