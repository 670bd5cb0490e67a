// The figures by which a change of a model is judged, from the JSON documents of nook's commands.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

enum class Unit : uint8_t { kBytes, kCount, kMilliseconds, kPart, kDecibels, kReal };

// A kind of figure.
struct FigureKind {
  const char* key;   // in JSON: "ram_bytes"
  const char* name;  // in tables: "RAM"
  Unit unit;
  const char* note;  // for the text below a table; may be empty
};

// In the order of tables.
std::span<const FigureKind> figure_kinds();

struct Figure {
  const FigureKind* kind = nullptr;
  double value = 0;
};

// A model on one target or board; the place is empty for its accuracy, which is the same everywhere.
struct ModelFigures {
  std::string model;  // "kws" for "models/kws.tflite"
  std::string place;  // "cortex-m4", "nrf52840", "cortex-m4 with the interpreter"
  std::vector<Figure> figures;
};

// The documents that have figures. If several have one figure of a model, the first kind counts.
enum class DocumentKind : uint8_t { kReport, kBench, kFit, kEvaluation, kQuantization, kOther };
DocumentKind kind_of_document(const nlohmann::json& document);

// The figures in a document; `source` names it in messages. Diag N2096: it has none, or a value is invalid.
Result<std::vector<ModelFigures>> figures_of(const nlohmann::json& document, const std::string& source);

}  // namespace nookc
