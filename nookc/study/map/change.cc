#include "nookc/study/map/change.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "nookc/core/columns.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

std::string signed_text(int64_t change) { return (change > 0 ? "+" : "") + std::to_string(change); }

// "before, after, change"; a side without a value is empty.
void add_change(std::vector<std::string>& cells, std::optional<int64_t> before,
                std::optional<int64_t> after) {
  cells.push_back(before ? std::to_string(*before) : "-");
  cells.push_back(after ? std::to_string(*after) : "-");
  cells.push_back(signed_text(after.value_or(0) - before.value_or(0)));
}

// An operator of one or both builds: its index in each.
struct Pair {
  std::optional<size_t> before, after;
};

// The key by which operators are matched: the number within one model, kind and name between two models. The
// count distinguishes copies of an inlined operator.
std::vector<std::pair<std::string, int>> keys_of(const Map& map, bool same_model) {
  std::map<std::string, int> seen;
  std::vector<std::pair<std::string, int>> keys;
  for (const MapOperator& op : map.operators) {
    std::string key = same_model ? std::to_string(op.node) : op.kind + ' ' + op.name;
    const int turn = seen[key]++;
    keys.emplace_back(std::move(key), turn);
  }
  return keys;
}

// Pairs in the order of the earlier build; a new operator follows its predecessor.
std::vector<Pair> pairs_of(const Map& before, const Map& after) {
  const bool same_model = before.model == after.model;
  std::map<std::pair<std::string, int>, size_t> found;
  std::vector<std::vector<Pair>> slots(before.operators.size() + 1);  // slot i + 1 begins with operator i
  for (const auto& key : keys_of(before, same_model)) {
    const size_t i = found.size();
    slots[i + 1].push_back({i, {}});
    found.emplace(key, i);
  }
  size_t slot = 0, index = 0;
  for (const auto& key : keys_of(after, same_model)) {
    if (const auto at = found.find(key); at != found.end()) {
      slot = at->second + 1;
      slots[slot][0].after = index;
    } else {
      slots[slot].push_back({{}, index});
    }
    ++index;
  }
  std::vector<Pair> all;
  for (const std::vector<Pair>& some : slots) all.insert(all.end(), some.begin(), some.end());
  return all;
}

// The bytes in use at each operator.
std::vector<int64_t> in_use(const Map& map) {
  std::vector<int64_t> bytes(map.operators.size());
  for (const MapPool& pool : map.pools) {
    if (pool.kept) continue;
    const BytesInUse used = bytes_in_use(pool);
    for (size_t op = 0; op < bytes.size(); ++op) bytes[op] += used.at(static_cast<int32_t>(op) + 1);
  }
  return bytes;
}

std::string kernels(const MapOperator* before, const MapOperator* after) {
  if (!before) return "new: " + after->kernel;
  if (!after) return "gone: " + before->kernel;
  return before->kernel == after->kernel ? "" : before->kernel + " -> " + after->kernel;
}

// Whether a line changed: its numbers or its kernels differ.
bool changed(const std::vector<std::string>& line) {
  return line[3] != "0" || line[6] != "0" || !line[7].empty();
}

}  // namespace

Cells figures_that_changed(const Map& before, const Map& after) {
  Cells lines = {{"", "before", "after", "change"}};
  std::vector<MapFigure> all = before.figures;
  for (const MapFigure& figure : after.figures)
    if (std::ranges::find(all, figure.what, &MapFigure::what) == all.end()) all.push_back(figure);
  const auto of = [](const Map& map, const std::string& what) -> std::optional<int64_t> {
    const auto at = std::ranges::find(map.figures, what, &MapFigure::what);
    return at == map.figures.end() ? std::nullopt : std::optional(at->amount);
  };
  for (const MapFigure& figure : all) {
    lines.push_back({figure.what});
    add_change(lines.back(), of(before, figure.what), of(after, figure.what));
  }
  return lines;
}

Cells operators_that_changed(const Map& before, const Map& after) {
  Cells lines = {
      {"operator", "in use before", "after", "change", "constants before", "after", "change", "kernel"}};
  const std::vector<int64_t> used_before = in_use(before), used_after = in_use(after);
  for (const Pair& pair : pairs_of(before, after)) {
    const MapOperator* const a = pair.before ? &before.operators[*pair.before] : nullptr;
    const MapOperator* const b = pair.after ? &after.operators[*pair.after] : nullptr;
    const auto bytes = [](const MapOperator* op) {
      return op ? std::optional(op->constant_bytes) : std::nullopt;
    };
    const MapOperator& op = b ? *b : *a;
    lines.push_back({op.label()});
    add_change(lines.back(), a ? std::optional(used_before[*pair.before]) : std::nullopt,
               b ? std::optional(used_after[*pair.after]) : std::nullopt);
    add_change(lines.back(), bytes(a), bytes(b));
    lines.back().push_back(kernels(a, b));
  }
  return lines;
}

std::string change_text(const Map& before, const Map& after, int width) {
  std::string text = "before: " + before.title + ", " + before.subtitle + "\nafter:  " + after.title + ", " +
                     after.subtitle + "\n";
  if (before.model != after.model) text += "The models are different files; operators are matched by name.\n";
  for (const Map* map : {&before, &after})
    for (const MapPool& pool : map->pools)
      if (!pool.buffers.empty() && !pool.kept)
        text += std::string(map == &before ? "before: " : "after:  ") + pool.name +
                " peak: " + map->step_name(pool.peak) + ", " + used_text(pool) + "\n";
  Cells lines = operators_that_changed(before, after);
  const size_t all = lines.size() - 1;
  std::erase_if(lines, [](const auto& line) { return line[0] != "operator" && !changed(line); });
  text += "\n" + columns(figures_that_changed(before, after), "  ", {width, {}});
  if (width > 0)
    for (auto& line : lines) line[0] = first_name(line[0]);
  if (lines.size() > 1) text += "\n" + columns(lines, "  ", {width, {}});
  text += "\nUnchanged: " + std::to_string(all + 1 - lines.size()) + " of " + std::to_string(all) +
          " operators\n";
  for (const Map* map : {&before, &after})
    if (map->hop)
      text += "\n" + std::string(map == &before ? "before: " : "after: ") + hop_map_text(*map->hop, width);
  return folded_lines(printable_lines(text), width);
}

}  // namespace nookc
