#include "nookc/middle/plan/placing/units.h"

#include <algorithm>
#include <set>

#include "nookc/core/text.h"

namespace nookc {
namespace {

Diag bad_unit(const std::string& text, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2025", "--unit " + text, what, hint};
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

bool is_name(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto word = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && letter(text[0]) && std::ranges::all_of(text, word);
}

// A range of operators by number: "op:3" or "op:3-7".
struct Range {
  int64_t first = -1, last = -1;
};

Range range_of(const std::string& subject) {
  Range range;
  if (!subject.starts_with("op:")) return range;
  const std::string numbers = subject.substr(3);
  const size_t dash = numbers.find('-', 1);
  if (!parse_int(numbers.substr(0, dash), &range.first)) return {};
  range.last = range.first;
  if (dash != std::string::npos && !parse_int(numbers.substr(dash + 1), &range.last)) return {};
  return range.first >= 0 && range.last >= range.first ? range : Range{};
}

struct Assignment {
  Graph& graph;
  std::vector<std::string> taken;  // per operator: the unit that requested it
};

int64_t count(const Assignment& d) { return static_cast<int64_t>(d.graph.nodes.size()); }

Diag unknown(const Assignment& d, const UnitWish& wish, const std::string& subject) {
  std::set<std::string> kinds;
  for (const Node& node : d.graph.nodes) kinds.insert(op_name(node));
  return bad_unit(wish.text, "the model has no operator '" + subject + "'",
                  "op:0 to op:" + std::to_string(count(d) - 1) + ", op:0-" + std::to_string(count(d) - 1) +
                      " for several, or a kind: " + join_text({kinds.begin(), kinds.end()}));
}

Status apply(Assignment& d, const UnitWish& wish, const std::string& subject) {
  const Range range = range_of(subject);
  bool any = false;
  for (size_t i = 0; i < d.graph.nodes.size(); ++i) {
    Node& node = d.graph.nodes[i];
    const bool meant =
        range.first >= 0 ? node.source >= range.first && node.source <= range.last : op_name(node) == subject;
    if (!meant) continue;
    any = true;
    if (has_state(d.graph, node)) continue;  // stays on the cpu, which manages its state
    if (!d.taken[i].empty() && d.taken[i] != wish.unit)
      return bad_unit(wish.text,
                      describe(d.graph, node) + " already belongs to the unit '" + d.taken[i] + "'",
                      "name each operator for one unit");
    d.taken[i] = wish.unit;
    node.unit = wish.unit == kCpu ? "" : wish.unit;
  }
  if (!any || range.last >= count(d)) return unknown(d, wish, subject);
  return Done{};
}

}  // namespace

Result<UnitWish> parse_unit(const std::string& text) {
  UnitWish wish;
  wish.text = text;
  const size_t equals = text.find('=');
  if (equals != std::string::npos) wish.unit = text.substr(0, equals);
  if (equals != std::string::npos) wish.subjects = split_text(text.substr(equals + 1), ',');
  if (wish.unit.empty() || wish.subjects.empty())
    return bad_unit(text, "need a name and its operators", "--unit npu=op:3,op:5-7 or --unit npu=CONV_2D");
  if (!is_name(wish.unit))
    return bad_unit(text, "'" + wish.unit + "' is not a unit name: it becomes part of C names",
                    "letters, digits and '_', a letter first: npu");
  return wish;
}

Status assign_units(Graph& graph, const std::vector<UnitWish>& wishes, const std::vector<MemoryPool>& pools) {
  Assignment assigned{graph, std::vector<std::string>(graph.nodes.size())};
  for (const UnitWish& wish : wishes)
    for (const std::string& subject : wish.subjects)
      if (const Status fine = apply(assigned, wish, subject); !fine) return fine.diag();
  // Without --unit, only the cpu's access counts, and pools may name any unit.
  if (wishes.empty()) return Done{};
  const std::vector<std::string> names = unit_names(wishes);
  for (const MemoryPool& pool : pools)
    for (const auto* users : {&pool.readers, &pool.writers})
      for (const std::string& user : *users)
        if (user != kCpu && !contains(names, user))
          return Diag{Exit::kUsage, "N2025", "pool '" + pool.name + "'",
                      "it is for the unit '" + user + "', which has no operators",
                      "--unit " + user + "=op:0; units: " +
                          join_text(names.empty() ? std::vector<std::string>{kCpu} : names)};
  return Done{};
}

Status check_all_used(const std::vector<UnitWish>& wishes, const std::vector<std::string>& used,
                      const std::string& file) {
  for (const std::string& name : unit_names(wishes))
    if (!contains(used, name))
      return Diag{Exit::kUsage, "N2025", file, "the unit '" + name + "' has no operator to execute",
                  "its operators were computed by the compiler, are unused or move no bytes: leave the "
                  "unit out, or keep them with --no-passes"};
  return Done{};
}

void open_to_units(std::vector<MemoryPool>& pools, size_t given, const std::vector<UnitWish>& wishes) {
  for (const std::string& name : unit_names(wishes))
    for (size_t i = given; i < pools.size(); ++i)
      pools[i].readers.push_back(name), pools[i].writers.push_back(name);
}

}  // namespace nookc
