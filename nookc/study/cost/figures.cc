#include "nookc/study/cost/figures.h"

#include <algorithm>
#include <filesystem>

#include "nookc/core/json_fields.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

constexpr FigureKind kKinds[] = {
    {"ram_bytes", "RAM", Unit::kBytes, "inputs, outputs, scratch and state"},
    {"stack_bytes", "stack", Unit::kBytes, "of the run call"},
    {"constant_bytes", "constants in flash", Unit::kBytes, ""},
    {"code_bytes", "code in flash", Unit::kBytes, ""},
    {"macs", "multiply-accumulates", Unit::kCount, ""},
    {"instructions", "instructions", Unit::kCount, ""},
    {"cycles", "cycles", Unit::kCount, "estimated, from memory without wait states"},
    {"cycles_flash", "cycles from flash", Unit::kCount, "estimated"},
    {"milliseconds_estimate", "milliseconds", Unit::kMilliseconds, "estimated"},
    {"accuracy", "accuracy", Unit::kPart, ""},
    {"top_k", "top k accuracy", Unit::kPart, ""},
    {"auc", "AUC", Unit::kReal, ""},
    {"mean_error", "mean error", Unit::kReal, ""},
    {"root_mean_square_error", "root mean square error", Unit::kReal, ""},
    {"agreement", "agreement", Unit::kPart, "samples with the answer of the float model"},
    {"output_decibels", "signal to noise", Unit::kDecibels, "of the first output, against the float model"},
};

constexpr int64_t kMost = int64_t{1} << 48;  // limit of a value: sums stay exact, as doubles too
constexpr double kMostReal = 1e30;

// Collects the figures of one model, except for values that the document lacks or that are null.
class Collector {
 public:
  Collector(JsonFields& read, std::string model, std::string place)
      : read_(read), found_{std::move(model), std::move(place), {}} {}

  void add(const char* key, double value) {
    found_.figures.push_back({std::ranges::find(kKinds, std::string_view(key), &FigureKind::key), value});
  }
  void whole(const Json& object, const char* key) { whole(object, key, key); }
  void whole(const Json& object, const char* key, const char* as) {
    if (!read_.at(object, key).is_null()) add(as, static_cast<double>(read_.whole(object, key, 0, kMost)));
  }
  void real(const Json& object, const char* key, double least, double most) {
    if (!read_.at(object, key).is_null()) add(key, read_.real(object, key, least, most));
  }
  void part(const Json& object, const char* key) { real(object, key, 0, 1); }
  ModelFigures found() && { return std::move(found_); }

 private:
  JsonFields& read_;
  ModelFigures found_;
};

std::string stem(const std::string& file) { return std::filesystem::path(file).stem().string(); }

int64_t sum_of(JsonFields& read, const Json& list) {
  int64_t sum = 0;
  for (const Json& one : list)
    if (read.at(one, "in_scratch") != true) sum += read.whole(one, "bytes");
  return sum;
}

// Whether the input arrives row by row and is never in memory as a whole.
bool streams(JsonFields& read, const Json& report) {
  return std::ranges::any_of(read.list(report, "chains"),
                             [&](const Json& chain) { return read.at(chain, "stream").is_object(); });
}

// The cycles of all operators; nothing is known if an operator has no estimate.
void add_estimates(JsonFields& read, const Json& operators, Collector& found) {
  int64_t cycles = 0, flash = 0;
  for (const Json& op : operators) {
    const Json& estimate = read.at(op, "estimated");
    if (estimate.is_null()) return;
    cycles += read.whole(estimate, "cycles", 0, kMost),
        flash += read.whole(estimate, "cycles_flash", 0, kMost);
  }
  found.add("cycles", static_cast<double>(cycles));
  found.add("cycles_flash", static_cast<double>(flash));
}

ModelFigures of_report(JsonFields& read, const Json& report) {
  read.whole(report, "format", 1, 1);
  const Json& memory = read.at(report, "memory");
  Collector found(read, stem(read.text(read.at(report, "model"), "file")), read.text(report, "target"));
  int64_t ram = sum_of(read, read.list(report, "outputs")) + sum_of(read, read.list(memory, "scratch")) +
                sum_of(read, read.list(memory, "persistent"));
  if (!streams(read, report)) ram += sum_of(read, read.list(report, "inputs"));
  found.add("ram_bytes", static_cast<double>(ram));
  found.whole(report, "stack_bytes");
  found.add("constant_bytes", static_cast<double>(sum_of(read, read.list(memory, "constant"))));
  found.whole(report, "macs");
  add_estimates(read, read.list(report, "operators"), found);
  return std::move(found).found();
}

ModelFigures of_bench(JsonFields& read, const Json& bench) {
  const bool interprets = read.at(bench, "engine") == "interpreter";
  Collector found(read, stem(read.text(bench, "model")),
                  read.text(bench, "target") + (interprets ? " with the interpreter" : ""));
  int64_t ram = read.whole(bench, "scratch_bytes") + read.whole(bench, "persistent_bytes");
  if (read.at(bench, "input_in_scratch") != true) ram += read.whole(bench, "input_bytes");
  if (read.at(bench, "output_in_scratch") != true) ram += read.whole(bench, "output_bytes");
  found.add("ram_bytes", static_cast<double>(ram));
  for (const char* key :
       {"stack_bytes", "constant_bytes", "code_bytes", "macs", "instructions", "cycles", "cycles_flash"})
    found.whole(bench, key);
  return std::move(found).found();
}

ModelFigures of_board(JsonFields& read, const Json& fit, const Json& board) {
  Collector found(read, stem(read.text(fit, "model")), read.text(board, "board"));
  for (const char* key : {"ram_bytes", "stack_bytes", "code_bytes"}) found.whole(board, key);
  found.whole(board, "flash_bytes", "constant_bytes");
  found.real(board, "milliseconds_estimate", 0, kMostReal);
  return std::move(found).found();
}

ModelFigures of_evaluation(JsonFields& read, const Json& evaluation) {
  const Json& result = read.at(evaluation, "result");
  Collector found(read, stem(read.text(evaluation, "model")), {});
  found.part(result, "accuracy");
  if (const Json& top = read.at(result, "top_k"); !top.is_null())
    found.add("top_k", read.real(top, "accuracy", 0, 1));
  found.part(result, "auc");
  found.real(result, "mean_error", 0, kMostReal);
  found.real(result, "root_mean_square_error", 0, kMostReal);
  return std::move(found).found();
}

ModelFigures of_quantization(JsonFields& read, const Json& report) {
  Collector found(read, stem(read.text(report, "file")), {});
  if (const Json& accuracy = read.at(report, "accuracy"); !accuracy.is_null())
    found.add("accuracy", read.real(accuracy, "quantized", 0, 1));
  found.part(report, "agreement");
  found.real(report, "output_decibels", -kMostReal, kMostReal);
  return std::move(found).found();
}

bool has(const Json& document, std::initializer_list<const char*> keys) {
  return document.is_object() &&
         std::ranges::all_of(keys, [&](const char* key) { return document.contains(key); });
}

}  // namespace

std::span<const FigureKind> figure_kinds() { return kKinds; }

DocumentKind kind_of_document(const Json& document) {
  if (has(document, {"format", "memory", "operators"})) return DocumentKind::kReport;
  if (has(document, {"instructions", "code_bytes", "scratch_bytes"})) return DocumentKind::kBench;
  if (has(document, {"model", "boards"})) return DocumentKind::kFit;
  if (has(document, {"model", "task", "result"})) return DocumentKind::kEvaluation;
  if (has(document, {"file", "output_decibels", "tensors"})) return DocumentKind::kQuantization;
  return DocumentKind::kOther;
}

Result<std::vector<ModelFigures>> figures_of(const Json& document, const std::string& source) {
  const char* const kHint =
      "the file NAME.json that nook compile writes, or what nook analyze, bench, fit, evaluate or quantize "
      "prints with --json";
  JsonFields read({Exit::kUsage, "N2096", source, {}, kHint});
  std::vector<ModelFigures> all;
  switch (kind_of_document(document)) {
    case DocumentKind::kReport:
      all.push_back(of_report(read, document));
      break;
    case DocumentKind::kBench:
      all.push_back(of_bench(read, document));
      break;
    case DocumentKind::kEvaluation:
      all.push_back(of_evaluation(read, document));
      break;
    case DocumentKind::kQuantization:
      all.push_back(of_quantization(read, document));
      break;
    case DocumentKind::kFit:
      for (const Json& board : read.list(document, "boards")) all.push_back(of_board(read, document, board));
      break;
    case DocumentKind::kOther:
      return Diag{Exit::kUsage, "N2096", source, "has no figures of a model", kHint};
  }
  if (read.fault()) return *read.fault();
  return all;
}

}  // namespace nookc
