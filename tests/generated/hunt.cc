#include "tests/generated/hunt.h"

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/graph/dump.h"
#include "tests/generated/isolated.h"
#include "tests/generated/random_graph.h"
#include "tests/generated/shrink.h"

namespace generated {
namespace {

constexpr uint32_t kInputs = 1;  // seed of the inputs

std::string exported(const nookc::Graph& graph, std::string& wrong) {
  auto bytes = nookc::export_tflite(graph);
  if (!bytes) wrong = "the exporter: " + to_string(bytes.diag());
  return bytes ? *std::move(bytes) : std::string();
}

// The choices of variant `i` of a seed. None: the common one.
Choices variant_choices(uint64_t seed, int i) { return Choices(seed * 1000 + static_cast<uint64_t>(i) + 7); }

// Checks one graph; `at` tracks the current variant, -1 before the first.
struct Progress {
  Counts counts;
  int at = -1;
};

std::string check_all(uint64_t seed, const HuntOptions& options, Progress& progress) {
  Choices choices(seed);
  std::string wrong;
  Subject subject(exported(random_graph(choices), wrong), kInputs);
  if (wrong.empty()) wrong = subject.prepare(progress.counts);
  if (wrong.empty() && !options.plant) wrong = subject.check_interpreter(progress.counts);
  for (int i = 0; i < options.variants && wrong.empty(); ++i) {
    progress.at = i;
    Choices of_variant = variant_choices(seed, i);
    wrong = subject.check(random_variant(of_variant, subject.graph()), progress.counts, options.plant);
  }
  return wrong;
}

}  // namespace

std::string model_of(const std::vector<uint32_t>& graph) {
  Choices choices(graph);
  std::string wrong;
  return exported(random_graph(choices), wrong);
}

Finding hunt(uint64_t seed, const HuntOptions& options, Counts& counts) {
  Progress progress;
  Finding finding;
  finding.what = isolated([&] { return check_all(seed, options, progress); }, &progress, sizeof progress,
                          options.seconds);
  counts.add(progress.counts);
  if (!finding.found()) return finding;
  Choices of_graph(seed);
  (void)random_graph(of_graph);
  finding.graph = of_graph.made();
  // After a crash the variant is unknown, so each is tried separately.
  for (int i = -1; i < options.variants; ++i) {
    std::vector<uint32_t> choices;
    if (i >= 0) {
      Choices of_variant = variant_choices(seed, i);
      const std::string tflite = model_of(finding.graph);
      const auto graph = nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "net");
      if (!graph) continue;
      (void)random_variant(of_variant, *graph);
      choices = of_variant.made();
    }
    Finding one = look(finding.graph, choices, options);
    if (one.found()) return one;
  }
  return finding;
}

Finding look(const std::vector<uint32_t>& graph, const std::vector<uint32_t>& variant,
             const HuntOptions& options) {
  Counts counts;
  const auto question = [&]() -> std::string {
    Subject subject(model_of(graph), kInputs);
    std::string wrong = subject.prepare(counts);
    if (!variant.empty() && wrong.empty()) {
      Choices of_variant(variant);
      return subject.check(random_variant(of_variant, subject.graph()), counts, options.plant);
    }
    return wrong.empty() && !options.plant ? subject.check_interpreter(counts) : wrong;
  };
  return {isolated(question, &counts, sizeof counts, options.seconds), graph, variant};
}

Finding smallest(const Finding& finding, const HuntOptions& options) {
  if (options.trials == 0) return finding;
  Finding best = finding;
  // The kind of a fault: shrinking to another kind would hide the first.
  const auto kind = [](const std::string& what) { return what.substr(0, what.find_first_of(":0123456789")); };
  const auto is_same = [&](const Finding& one) {
    return one.found() && kind(one.what) == kind(finding.what);
  };
  const auto of_graph = [&](const std::vector<uint32_t>& record, Made& made) {
    Choices choices(record);
    (void)random_graph(choices);
    made = {choices.made(), choices.groups()};
    const Finding one = look(made.choices, best.variant, options);
    if (is_same(one)) best.what = one.what;
    return is_same(one);
  };
  const auto of_variant = [&](const std::vector<uint32_t>& record, Made& made) {
    const std::string tflite = model_of(best.graph);
    const auto graph = nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "net");
    if (!graph) return false;
    Choices choices(record);
    (void)random_variant(choices, *graph);
    made = {choices.made(), choices.groups()};
    const Finding one = look(best.graph, made.choices, options);
    if (is_same(one)) best.what = one.what;
    return is_same(one);
  };
  for (int round = 0; round < 2; ++round) {
    if (!best.variant.empty())
      best.variant = shrink({best.variant, {}}, of_variant, options.trials / 4).choices;
    Choices choices(best.graph);
    (void)random_graph(choices);
    best.graph = shrink({choices.made(), choices.groups()}, of_graph, options.trials / 2).choices;
  }
  return best;
}

std::string describe(const Finding& finding) {
  Choices choices(finding.graph);
  const nookc::Graph graph = random_graph(choices);
  std::string text = finding.what + "\n" + dump(graph);
  if (!finding.variant.empty()) {
    Choices of_variant(finding.variant);
    text += "options: " + random_variant(of_variant, graph).text + "\n";
  }
  text += "again: nook_generated --graph " + to_text(finding.graph);
  if (!finding.variant.empty()) text += " --variant " + to_text(finding.variant);
  return text + " [--keep FOLDER]\n";
}

}  // namespace generated
