// The savings of each simplification, for the report: some run when a model is read, others when it is
// compiled.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Multiply-accumulates, bytes and the peak of live tensors.
Work measure(const Graph& graph);

// Runs a pass that returns the number of its changes, and leaves a graph with control flow as it is.
PassReport run_and_report(Graph& graph, std::string_view name, int (*pass)(Graph&));

// simplify_floats() with a report for each simplification, as if all of its runs came one after another: they
// run in turns. No reports for a graph with control flow, which stays.
std::vector<PassReport> simplify_and_report(Graph& graph, const std::set<std::string>& without);

}  // namespace nookc
