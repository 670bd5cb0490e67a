// Simplifies a graph before it is written, quantized or compiled: exporters write one operator as several.
#pragma once
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

struct Simplification {
  std::string_view name;
  int (*run)(Graph&);
  bool exact;  // preserves every byte; otherwise float results change by rounding, as its header says
};
std::span<const Simplification> simplifications();

// The names of all that users may leave out: these, and few_bits(), which runs before them when a model is
// read.
std::vector<std::string_view> simplification_names();

// In `without`, for quantize: unrolled layers with hard sigmoids stay operators, which have integer forms.
// Users have no such name.
inline constexpr std::string_view kHardGates = "hard-gates";

// Called after each run of a simplification with the number of its changes.
using AfterSimplification = std::function<void(const Simplification&, int changes)>;

// Runs all of them, except some by name, until nothing changes, and removes the tensors that are unused then;
// returns the number of changes. In a graph with control flow, only loops of recurrent layers change.
int simplify_floats(Graph& graph, const std::set<std::string>& without,
                    const AfterSimplification& after = {});

}  // namespace nookc
