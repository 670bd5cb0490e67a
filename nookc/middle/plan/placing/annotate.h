#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// "tensor=pool" or "tensor=pool@4096". Diag N2018.
Result<Wish> parse_place(const std::string& text);
// "tensor=pool,pool" or "op:3=pool,pool". Diag N2018.
Result<Wish> parse_candidates(const std::string& text);

// Writes the constraints into the graph's placements; later ones win. If `pools` is empty, the defaults
// apply. Diags: N2018 no such tensor or operator; N2011 no such pool.
Status annotate(Graph& graph, const std::vector<Wish>& wishes, const std::vector<MemoryPool>& pools);

// Whether the tensor is this variable of the model.
bool is_shared(const Graph& graph, TensorId t, const SharedVariable& variable);
// Gives variables that several networks share their initial values and a place that no pass changes.
void annotate_shared(Graph& graph, const CompileOptions& options);

// The pools to plan with: the given ones, plus the default for each missing kind.
std::vector<MemoryPool> complete_pools(const std::vector<MemoryPool>& pools);

}  // namespace nookc
