#include "nookc/study/cost/change.h"

#include <algorithm>

namespace nookc {
namespace {

using Build = std::vector<ModelFigures>;

// A figure that several documents may have.
struct Found {
  Figure figure;
  DocumentKind from;
  std::string source;
};
struct FoundFigures {
  std::string model, place;
  std::vector<Found> figures;
};

FoundFigures& entry_of(std::vector<FoundFigures>& all, const ModelFigures& of) {
  const auto at = std::ranges::find_if(
      all, [&](const FoundFigures& one) { return one.model == of.model && one.place == of.place; });
  if (at != all.end()) return *at;
  all.push_back({of.model, of.place, {}});
  return all.back();
}

Status add_figures(std::vector<FoundFigures>& all, const ModelFigures& of, DocumentKind from,
                   const std::string& source) {
  FoundFigures& entry = entry_of(all, of);
  for (const Figure& figure : of.figures) {
    const auto same = std::ranges::find_if(
        entry.figures, [&](const Found& found) { return found.figure.kind == figure.kind; });
    if (same == entry.figures.end()) {
      entry.figures.push_back({figure, from, source});
    } else if (same->from == from && same->figure.value != figure.value) {
      return Diag{Exit::kUsage, "N2096", source,
                  "it has another figure of " + of.model + " than " + same->source + ": " + figure.kind->name,
                  "one folder for each build; models in one folder need names of their own"};
    }
  }
  return Done{};
}

// The distinct values of a field that are not empty, in order.
std::vector<std::string> names(const Build& build, std::string ModelFigures::*field) {
  std::vector<std::string> all;
  for (const ModelFigures& one : build)
    if (!(one.*field).empty() && std::ranges::find(all, one.*field) == all.end()) all.push_back(one.*field);
  return all;
}

struct NamePair {
  std::optional<std::string> before, after;
  std::string label() const {
    if (!before || !after) return before.value_or(after.value_or(""));
    return *before == *after ? *before : *before + " -> " + *after;
  }
};

std::vector<NamePair> pairs(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  if (before.size() == 1 && after.size() == 1) return {{before[0], after[0]}};
  std::vector<NamePair> all;
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
  };
  for (const std::string& name : before)
    all.push_back({name, has(after, name) ? std::optional(name) : std::nullopt});
  for (const std::string& name : after)
    if (!has(before, name)) all.push_back({{}, name});
  return all;
}

Build of_model(const Build& build, const std::optional<std::string>& model) {
  Build some;
  for (const ModelFigures& one : build)
    if (one.model == model) some.push_back(one);
  return some;
}

const char* state_of(const NamePair& pair) { return !pair.before ? "new" : !pair.after ? "gone" : ""; }

const ModelFigures* at_place(const Build& build, const std::optional<std::string>& place) {
  const auto at = std::ranges::find_if(build, [&](const ModelFigures& one) { return one.place == place; });
  return at == build.end() ? nullptr : &*at;
}

std::vector<CostRow> rows_of(const ModelFigures* before, const ModelFigures* after) {
  std::vector<CostRow> rows;
  for (const FigureKind& kind : figure_kinds()) {
    const auto value = [&](const ModelFigures* side) -> std::optional<double> {
      if (!side) return {};
      const auto at = std::ranges::find(side->figures, &kind, &Figure::kind);
      return at == side->figures.end() ? std::nullopt : std::optional(at->value);
    };
    if (const CostRow row{&kind, value(before), value(after)}; row.before || row.after) rows.push_back(row);
  }
  return rows;
}

}  // namespace

Result<Build> figures_of_build(const std::vector<Document>& documents) {
  std::vector<FoundFigures> found;
  std::vector<const Document*> ordered;
  for (const Document& document : documents) ordered.push_back(&document);
  std::ranges::stable_sort(ordered, {}, [](const Document* d) { return kind_of_document(d->json); });
  for (const Document* document : ordered) {
    const Result<Build> figures = figures_of(document->json, document->source);
    if (!figures) return figures.diag();
    for (const ModelFigures& of : *figures)
      if (const Status added = add_figures(found, of, kind_of_document(document->json), document->source);
          !added)
        return added.diag();
  }
  Build all;
  for (const FoundFigures& one : found) {
    all.push_back({one.model, one.place, {}});
    for (const Found& figure : one.figures) all.back().figures.push_back(figure.figure);
  }
  return all;
}

std::vector<CostTable> cost_of_change(const Build& before, const Build& after) {
  std::vector<CostTable> tables;
  for (const NamePair& model :
       pairs(names(before, &ModelFigures::model), names(after, &ModelFigures::model))) {
    const Build old = of_model(before, model.before), fresh = of_model(after, model.after);
    const size_t first = tables.size();
    for (const NamePair& place : pairs(names(old, &ModelFigures::place), names(fresh, &ModelFigures::place)))
      tables.push_back({model.label(), place.label(), state_of(place),
                        rows_of(at_place(old, place.before), at_place(fresh, place.after))});
    const std::vector<CostRow> accuracy = rows_of(at_place(old, ""), at_place(fresh, ""));
    if (accuracy.empty()) continue;
    if (tables.size() == first) tables.push_back({model.label(), {}, state_of(model), {}});
    tables[first].rows.insert(tables[first].rows.end(), accuracy.begin(), accuracy.end());
  }
  return tables;
}

}  // namespace nookc
