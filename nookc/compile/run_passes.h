// The passes of one compilation: the simplifications of floats, then those that preserve every byte.
#pragma once
#include <vector>

#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// N2002: a name in `disabled_passes` is not in pass_names().
Status check_pass_names(const CompileOptions& options);

// The reports of the passes, and how the network moves by hops if options.hop asks for it.
struct Passed {
  std::vector<PassReport> reports;
  HopFacts hop;
};

// Runs all passes but the disabled ones; one report for each, in the order in which they run. A pass that
// runs again has a second report if it changes something then. A graph with control flow stays. N3001: a pass
// left a graph that is not valid. Diags of move_by_hops(), which runs before the operators are ordered.
Result<Passed> run_passes(Graph& graph, const CompileOptions& options);

// The passes of a compilation after those that changed the model when it was read: one row for a pass that
// changed nothing the second time.
std::vector<PassReport> joined(const std::vector<PassReport>& reading, std::vector<PassReport> compiling);

}  // namespace nookc
