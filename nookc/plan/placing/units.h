// Who executes an operator: the cpu, or a unit that the application calls (nook/device.h).
#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/ir/graph.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// "npu=op:3,op:5-7". Diag N2025.
Result<UnitWish> parse_unit(const std::string& text);

// Writes the units into the nodes. Diags N2025: there is no such operator, two units want it, or a pool is
// for a unit without operators.
Status assign_units(Graph& graph, const std::vector<UnitWish>& wishes, const std::vector<MemoryPool>& pools);

// Of the units that were asked for, `used` are those that have something to execute. Diag N2025: one has not.
Status check_all_used(const std::vector<UnitWish>& wishes, const std::vector<std::string>& used,
                      const std::string& file);

// Default pools are for all units: those beyond the first `given` get the units as readers and writers.
void open_to_units(std::vector<MemoryPool>& pools, size_t given, const std::vector<UnitWish>& wishes);

}  // namespace nookc
