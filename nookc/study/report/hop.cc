#include "nookc/study/report/hop.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "nookc/core/columns.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

// The multiply-accumulates of one hop in all parts of the model's operator.
int64_t macs_of(const Program& program, int32_t source) {
  int64_t macs = 0;
  for (const Call& call : program.calls)
    if (program.graph.nodes[index(call.node)].source == source) macs += call.macs;
  return macs;
}

std::string percent(double part) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * part);
  return text;
}

// "12.3 ms, 61.5 % of the time between two hops"
std::string time_text(double milliseconds, double period) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f ms", milliseconds);
  return text + (period > 0 ? ", " + percent(milliseconds / period) + " of the time between two hops" : "");
}

std::string choices(const HopFacts& hop) {
  std::string text;
  for (const size_t i : hop.shown()) {
    const HopChoice& choice = hop.choices[i];
    text += "  " + std::to_string(choice.state_bytes) + " bytes of rows kept: " + percent(choice.work) +
            " of the whole window's work";
    if (choice.ram_bytes) text += ", " + std::to_string(*choice.ram_bytes) + " bytes of RAM";
    if (choice.milliseconds) text += ", " + time_text(*choice.milliseconds, hop.period_ms);
    if (i == hop.chosen) text += " (this one)";
    if (i > hop.chosen) text += " (--hop-state " + std::to_string(choice.state_bytes) + ")";
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json span_json(const HopRows& rows) { return {{"first", rows.first}, {"last", rows.last}}; }

nlohmann::ordered_json rows_json(const HopOperator& op) {
  nlohmann::ordered_json computed = nlohmann::ordered_json::array();
  for (const HopRows& rows : op.made) computed.push_back(span_json(rows));
  return {{"name", identifier(op.name, "unnamed")},
          {"rows", op.rows},
          {"frames_per_row", op.step},
          {"rows_computed", op.computed},
          {"computed", computed},
          {"rows_kept", op.kept},
          {"kept", op.kept > 0 ? span_json(op.window) : nlohmann::ordered_json(nullptr)},
          {"state_bytes", op.state_bytes}};
}

// Null if it is not known.
nlohmann::ordered_json rounded(const std::optional<double>& value, double unit) {
  return value ? nlohmann::ordered_json(std::round(*value / unit) * unit) : nullptr;
}

nlohmann::ordered_json choice_json(const HopFacts& hop, size_t i) {
  const HopChoice& choice = hop.choices[i];
  nlohmann::ordered_json json = {{"state_bytes", choice.state_bytes},
                                 {"work", choice.work},
                                 {"chosen", i == hop.chosen},
                                 {"ram_bytes", nullptr},
                                 {"milliseconds_estimate", rounded(choice.milliseconds, 0.01)}};
  if (choice.ram_bytes) json["ram_bytes"] = *choice.ram_bytes;
  std::optional<double> duty;
  if (hop.period_ms > 0 && choice.milliseconds) duty = *choice.milliseconds / hop.period_ms;
  json["duty_estimate"] = rounded(duty, 0.0001);
  return json;
}

}  // namespace

std::string hop_text(const Program& program, int width) {
  const HopFacts& hop = program.hop;
  if (hop.frames == 0) return "";
  std::vector<std::vector<std::string>> lines = {
      {"node", "operator", "output", "rows", "computed", "kept", "state", "MACs", "of"}};
  for (const HopOperator& op : hop.operators) {
    const bool rows = op.rows > 0;
    lines.push_back({op.source < 0 ? "-" : std::to_string(op.source), op.kind, identifier(op.name, "unnamed"),
                     rows ? std::to_string(op.rows) : "all", rows ? std::to_string(op.computed) : "all",
                     std::to_string(op.kept), std::to_string(op.state_bytes),
                     std::to_string(macs_of(program, op.source)), std::to_string(op.macs)});
  }
  return "\nHop: " + std::to_string(hop.frames) + " new frames of a window of " + std::to_string(hop.window) +
         "; the first result after " + std::to_string(hop.runs) +
         " hops\nrows: of the output along the time (all: it has none, and the operator runs whole); "
         "computed: in "
         "a hop;\nkept: rows in persistent memory, and their bytes; MACs of a hop, of the whole window\n" +
         columns(lines, "  ", {width, {"output"}}) + choices(hop);
}

nlohmann::ordered_json hop_json(const Program& program) {
  using Json = nlohmann::ordered_json;
  const HopFacts& hop = program.hop;
  Json inputs = Json::array(), operators = Json::array(), choices = Json::array();
  for (const HopOperator& input : hop.inputs) inputs.push_back(rows_json(input));
  for (const HopOperator& op : hop.operators) {
    Json json = {{"node", op.source}, {"kind", op.kind}};
    json.update(rows_json(op));
    json["macs"] = macs_of(program, op.source), json["macs_of_window"] = op.macs;
    operators.push_back(std::move(json));
  }
  for (size_t i = 0; i < hop.choices.size(); ++i) choices.push_back(choice_json(hop, i));
  return {{"window", hop.window}, {"frames", hop.frames},   {"runs", hop.runs},  {"axis", hop.axis},
          {"inputs", inputs},     {"operators", operators}, {"choices", choices}};
}

}  // namespace nookc
