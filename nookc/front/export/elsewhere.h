// Whether TensorFlow Lite can run the operators that nook writes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Why TensorFlow Lite 2.9 cannot run an operator, or computes something else; empty: it runs it. `./dev
// oracle` found these and runs all others.
std::string why_not_in_tflite(const Graph& graph, const Node& node);

// The values of an operand at which TensorFlow Lite ends the run with an error; nook has a result for them
// (docs/differences.md).
enum class StopsAt : uint8_t {
  kNoValue,
  kBelowZero,
  kZero,
  kNoArea,  // anchors that make boxes without an area
};
struct Stop {
  StopsAt at = StopsAt::kNoValue;
  size_t operand = 0;
};

// Where TensorFlow Lite stops at an operator, if the operand may have such a value.
Stop stop_in_tflite(const Graph& graph, const Node& node);

struct Release {
  int major = 0, minor = 0;
  friend auto operator<=>(const Release&, const Release&) = default;
};

// The first release of TensorFlow Lite that has an operator in the version that version_of() gives, and for
// the types of its operands.
Release release_of(const Graph& graph, const Node& node);

// Notes for a whole graph, as lines for readers: the operators that TensorFlow Lite cannot run, at most
// eight, or the first release that runs all, if it is later than 2.9; then the operators that stop at some
// values. Empty: any release of recent years runs it.
std::vector<std::string> notes_on_tflite(const Graph& graph);

}  // namespace nookc
