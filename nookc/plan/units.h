// Who executes an operator: the cpu, or a unit that the application calls (nook/device.h).
#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/ir/graph.h"
#include "nookc/target/memory_pool.h"

namespace nookc {

// The unit that runs what no other does, and the application.
inline constexpr const char* kCpu = "cpu";

// Operators for a unit: "op:3", the operator of that number, "op:3-7", several, or a kind, "CONV_2D".
struct UnitWish {
  std::string unit;
  std::vector<std::string> subjects;
  std::string text;  // as it was given, for messages
};

// "npu=op:3,op:5-7". Diag N2025.
Result<UnitWish> parse_unit(const std::string& text);

// The units beside the cpu, each once, in the order of the wishes.
std::vector<std::string> unit_names(const std::vector<UnitWish>& wishes);

// Writes the units into the nodes. Diags N2025: there is no such operator, two units want it, or a pool is
// for a unit without operators.
Status assign_units(Graph& graph, const std::vector<UnitWish>& wishes, const std::vector<MemoryPool>& pools);

// Of the units that were asked for, `used` are those that have something to execute. Diag N2025: one has not.
Status check_all_used(const std::vector<UnitWish>& wishes, const std::vector<std::string>& used,
                      const std::string& file);

// Default pools are for all units: those beyond the first `given` get the units as readers and writers.
void open_to_units(std::vector<MemoryPool>& pools, size_t given, const std::vector<UnitWish>& wishes);

}  // namespace nookc
