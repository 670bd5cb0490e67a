#include "nookc/core/columns.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/formats/plan_file.h"

namespace nookc {

std::string plan_text(const Task& task, const TaskPlan& plan, int width) {
  const Solution& s = plan.solution;
  std::vector<std::vector<std::string>> pools = {{"pool", "kind", "bytes", "at least", "capacity", ""}};
  for (size_t p = 0; p < task.pools.size(); ++p) {
    const MemoryPool& pool = task.pools[p];
    std::string note = s.heights[p] == s.lower_bounds[p] ? "no plan is lower" : "";
    if (pool.hint > 0 && s.heights[p] > pool.hint) note = "above its hint of " + std::to_string(pool.hint);
    pools.push_back({pool.name, pool.constant ? "constant" : "workspace", std::to_string(s.heights[p]),
                     std::to_string(s.lower_bounds[p]), pool.size > 0 ? std::to_string(pool.size) : "-",
                     note});
  }
  std::vector<std::vector<std::string>> buffers = {{"pool", "offset", "bytes", "from", "to", "buffer"}};
  for (size_t i = 0; i < task.buffers.size(); ++i) {
    const TaskBuffer& b = task.buffers[i];
    buffers.push_back({task.pools[static_cast<size_t>(s.pools[i])].name, std::to_string(s.offsets[i]),
                       std::to_string(b.buffer.size), std::to_string(b.buffer.first),
                       std::to_string(b.buffer.last), printable(width > 0 ? first_name(b.name) : b.name)});
  }
  char head[128];
  std::snprintf(head, sizeof head, "Plan by %s in %.3f s, %s\n", plan.solver.c_str(), plan.seconds,
                s.optimal ? "optimal" : "not proved to be the best");
  return head + columns(pools, "  ", {width, {}}) + "\n" + columns(buffers, "  ", {width, {}});
}

}  // namespace nookc
