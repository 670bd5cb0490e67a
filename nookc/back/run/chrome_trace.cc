#include "nookc/back/run/chrome_trace.h"

#include <nlohmann/json.hpp>

namespace nookc {

std::string chrome_trace(const Program& program, const RunnerReport& report) {
  using Json = nlohmann::ordered_json;
  Json events = Json::array();
  double at = 0;
  const double unit = report.ticks_per_second > 0 ? 1e6 / static_cast<double>(report.ticks_per_second) : 1;
  for (const Node& node : program.graph.nodes) {
    const auto i = static_cast<size_t>(node.source);
    if (node.erased() || node.source < 0 || i >= report.operators.size()) continue;
    const double time = static_cast<double>(report.operators[i]) * unit;
    events.push_back({{"name", op_name(node)},
                      {"cat", "operator"},
                      {"ph", "X"},
                      {"ts", at},
                      {"dur", time},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", {{"operator", i}, {"output", program.graph[node.out[0]].name}}}});
    at += time;
  }
  const Json json = {{"displayTimeUnit", "ns"},
                     {"otherData", {{"model", program.graph.file}, {"target", program.target->name}}},
                     {"traceEvents", events}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace nookc
