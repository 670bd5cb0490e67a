// The cost of a change: the figures of two builds, model by model.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/study/cost/figures.h"

namespace nookc {

struct Document {
  nlohmann::json json;
  std::string source;  // its file, for messages
};

// The figures of all documents of one build: one entry for each model and place. Diags as figures_of();
// N2096: two documents of one kind contradict each other.
Result<std::vector<ModelFigures>> figures_of_build(const std::vector<Document>& documents);

struct CostRow {
  const FigureKind* kind = nullptr;
  std::optional<double> before, after;
};

// A model on one place; "a -> b" where the names differ.
struct CostTable {
  std::string model, place;
  const char* state = "";  // "new", "gone"
  std::vector<CostRow> rows;
};

// Pairs models and places by their names; where each build has only one, whatever the names are. The accuracy
// of a model is in the table of its first place.
std::vector<CostTable> cost_of_change(const std::vector<ModelFigures>& before,
                                      const std::vector<ModelFigures>& after);

// "kws on cortex-m4 (new)"
std::string title_of(const CostTable& table);
// The heading and a line for each figure: its name, before, after, change.
std::vector<std::vector<std::string>> lines_of(const CostTable& table);
// The notes of all figures in the tables: a text below them.
std::string notes_of(const std::vector<CostTable>& tables);
// All tables, for a comment on a pull request.
std::string cost_markdown(const std::vector<CostTable>& tables);
nlohmann::ordered_json cost_json(const std::vector<CostTable>& tables);

}  // namespace nookc
