// Assigns operators to units: the cpu, or a unit that the application calls (nook/device.h).
#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// "npu=op:3,op:5-7". Diag N2025.
Result<UnitWish> parse_unit(const std::string& text);

// Writes the units into the nodes. Diags N2025: there is no such operator, two units want it, or a pool is
// for a unit without operators.
Status assign_units(Graph& graph, const std::vector<UnitWish>& wishes, const std::vector<MemoryPool>& pools);

// `used`: the requested units that execute something. Diag N2025: a requested unit executes nothing.
Status check_all_used(const std::vector<UnitWish>& wishes, const std::vector<std::string>& used,
                      const std::string& file);

// Makes default pools accessible to all units: the pools after the first `given` get the units as readers and
// writers.
void open_to_units(std::vector<MemoryPool>& pools, size_t given, const std::vector<UnitWish>& wishes);

}  // namespace nookc
