// The cost of a change as text, Markdown and JSON.
#include <cmath>
#include <cstdio>

#include "nookc/core/text.h"
#include "nookc/study/cost/change.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// "+1,234", "-5"
std::string grouped_number(double value, bool sign) {
  std::string digits = formatted("%.0f", std::abs(value));
  for (int64_t at = static_cast<int64_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return (value < 0 ? "-" : sign && value > 0 ? "+" : "") + digits;
}

std::string value_text(Unit unit, const std::optional<double>& value) {
  if (!value) return "-";
  switch (unit) {
    case Unit::kBytes:
    case Unit::kCount:
      return grouped_number(*value, false);
    case Unit::kMilliseconds:
      return formatted("%.2f", *value);
    case Unit::kPart:
      return formatted("%.2f %%", 100 * *value);
    case Unit::kDecibels:
      return formatted("%.1f dB", *value);
    case Unit::kReal:
      return formatted("%.6g", *value);
  }
  return {};
}

// The difference, and its part of the value before where the unit has a natural zero.
std::string change_text(Unit unit, const CostRow& row) {
  if (!row.before || !row.after) return "-";
  const double change = *row.after - *row.before;
  if (change == 0) return "0";
  const std::string part =
      *row.before > 0 ? formatted(" (%+.1f %%)", 100 * change / *row.before) : std::string();
  switch (unit) {
    case Unit::kBytes:
    case Unit::kCount:
      return grouped_number(change, true) + part;
    case Unit::kMilliseconds:
      return formatted("%+.2f", change) + part;
    case Unit::kPart:
      return formatted("%+.2f points", 100 * change);
    case Unit::kDecibels:
      return formatted("%+.1f dB", change);
    case Unit::kReal:
      return formatted("%+.3g", change);
  }
  return {};
}

// Names come from files of the change: in a code span they can neither mention people nor contain markup.
std::string code_span(const std::string& name) {
  std::string text = "`";
  for (const char c : printable(name)) text += c == '`' ? '\'' : c;
  return text + "`";
}

std::string titled(const CostTable& table, const std::string& model, const std::string& place) {
  return model + (table.place.empty() ? "" : " on " + place) +
         (*table.state ? " (" + std::string(table.state) + ")" : "");
}

Json number(Unit unit, const std::optional<double>& value) {
  if (!value) return nullptr;
  if (unit == Unit::kBytes || unit == Unit::kCount) return static_cast<int64_t>(*value);
  return *value;
}

}  // namespace

std::string title_of(const CostTable& table) {
  return titled(table, printable(table.model), printable(table.place));
}

std::vector<std::vector<std::string>> lines_of(const CostTable& table) {
  std::vector<std::vector<std::string>> lines = {{"", "before", "after", "change"}};
  for (const CostRow& row : table.rows)
    lines.push_back({row.kind->name, value_text(row.kind->unit, row.before),
                     value_text(row.kind->unit, row.after), change_text(row.kind->unit, row)});
  return lines;
}

std::string notes_of(const std::vector<CostTable>& tables) {
  std::string text;
  for (const FigureKind& kind : figure_kinds()) {
    bool shown = false;
    for (const CostTable& table : tables)
      for (const CostRow& row : table.rows) shown |= row.kind == &kind;
    if (shown && *kind.note) text += (text.empty() ? "" : "; ") + std::string(kind.name) + ": " + kind.note;
  }
  if (text.empty()) return text;
  return "Memory is in bytes. " + text + ".";
}

std::string cost_markdown(const std::vector<CostTable>& tables) {
  std::string text;
  for (const CostTable& table : tables) {
    text += "**" + titled(table, code_span(table.model), code_span(table.place)) + "**\n\n";
    const std::vector<std::vector<std::string>> lines = lines_of(table);
    for (size_t i = 0; i < lines.size(); ++i) {
      text += "| " + join_text(lines[i], " | ") + " |\n";
      if (i == 0) text += "|---|--:|--:|--:|\n";
    }
    text += "\n";
  }
  return text + notes_of(tables) + "\n";
}

Json cost_json(const std::vector<CostTable>& tables) {
  Json all = Json::array();
  for (const CostTable& table : tables) {
    Json figures = Json::array();
    for (const CostRow& row : table.rows)
      figures.push_back({{"figure", row.kind->key},
                         {"before", number(row.kind->unit, row.before)},
                         {"after", number(row.kind->unit, row.after)}});
    all.push_back({{"model", table.model},
                   {"place", table.place.empty() ? Json(nullptr) : Json(table.place)},
                   {"state", *table.state ? Json(table.state) : Json(nullptr)},
                   {"figures", figures}});
  }
  return {{"models", all}};
}

}  // namespace nookc
