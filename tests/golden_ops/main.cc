// Golden models of single operators and small networks, with inputs and outputs of TensorFlow Lite Micro: the
// interpreter gives the same outputs (integers exactly, floats within the tolerance of each model), and
// compiled code agrees with the interpreter. All run in one process: generated C is compiled into its memory.
// Exit status 77: ../shared is missing.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "tests/generated/check.h"
#include "tests/golden_ops/firmware.h"
#include "tests/golden_ops/golden.h"

namespace {

namespace fs = std::filesystem;
using generated::Values;
using golden::Golden, golden::Tolerance, golden::values_of;

struct Request {
  std::string filter, models, firmware, target = "cortex-m4";
  std::vector<std::string> engines;
  bool list = false;
  int first = 0, step = 1, count = 100;
};

std::string compare_floats(const std::vector<uint8_t>& got, const std::vector<uint8_t>& want,
                           Tolerance most) {
  std::vector<float> a(got.size() / sizeof(float)), b(a.size());
  std::memcpy(a.data(), got.data(), got.size());
  std::memcpy(b.data(), want.data(), want.size());
  double largest = 0;
  for (const float v : b)
    if (std::isfinite(v)) largest = std::max(largest, std::fabs(double{v}));
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(float)) == 0 || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    const double apart = std::fabs(double{a[i]} - double{b[i]});
    if (!(apart <= most.relative * std::fabs(double{b[i]}) + most.of_largest * largest))
      return "element " + std::to_string(i) + ": have " + std::to_string(a[i]) + ", need " +
             std::to_string(b[i]);
  }
  return {};
}

// Empty, or how the outputs differ.
std::string difference(const nookc::Graph& graph, const Values& got, const Values& want,
                       Tolerance tolerance) {
  for (size_t i = 0; i < want.size(); ++i) {
    const std::string at = "output " + std::to_string(i) + ": ";
    if (got[i].size() != want[i].size())
      return at + std::to_string(got[i].size()) + " bytes, need " + std::to_string(want[i].size());
    if (graph[graph.outputs[i]].type == nook::DType::kF32) {
      const std::string wrong = compare_floats(got[i], want[i], tolerance);
      if (!wrong.empty()) return at + wrong;
    } else if (got[i] != want[i]) {
      size_t differ = 0;
      for (size_t k = 0; k < want[i].size(); ++k) differ += got[i][k] != want[i][k];
      return at + std::to_string(differ) + " of " + std::to_string(want[i].size()) + " bytes differ";
    }
  }
  return {};
}

// Current number of passing models: if fewer pass, one is newly refused.
constexpr int kLeastPassed = 1242;
constexpr const char* kRefused = "refused: ";

std::string check_model(const Golden& model, const std::string& tflite) {
  auto imported =
      nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "model.tflite");
  if (!imported) return kRefused + to_string(imported.diag());
  const nookc::Graph graph = *std::move(imported);
  // The interpreter runs a model of the older scheme in its imported form.
  std::string file = tflite;
  if (model.older_scheme) {
    auto exported = nookc::export_tflite(graph);
    if (!exported) return kRefused + to_string(exported.diag());
    file = *exported;
  }
  std::vector<Values> inputs;
  for (int run = 0; run < model.runs; ++run)
    inputs.push_back(values_of(model, run, "input", graph.inputs.size()));
  const auto outcomes = generated::interpret(file, inputs, generated::Setup::kPlain, 0);
  for (size_t run = 0; run < outcomes.size(); ++run) {
    const generated::Outcome& outcome = outcomes[run];
    if (outcome.wrong.starts_with(generated::kInterpreterRefuses)) return kRefused + outcome.wrong;
    if (!outcome.wrong.empty()) return "interpreter: " + outcome.wrong;
    const Values want = values_of(model, static_cast<int>(run), "output", graph.outputs.size());
    const std::string wrong = difference(graph, outcome.outputs, want, model.tolerance);
    if (!wrong.empty()) return "interpreter, run " + std::to_string(run) + ", " + wrong;
  }
  generated::Counts counts;
  generated::Subject subject(file, 1);
  std::string wrong = subject.prepare(counts);
  if (wrong.empty()) wrong = subject.check_interpreter(counts);
  generated::Choices simplest(std::vector<uint32_t>{}), some(uint64_t{7});
  if (wrong.empty()) wrong = subject.check(generated::random_variant(simplest, subject.graph()), counts);
  if (wrong.empty()) wrong = subject.check(generated::random_variant(some, subject.graph()), counts);
  return wrong;
}

// Checks the model of a folder in each setup of the interpreter; `most`: number of inferences.
std::string check_setups(const Golden& model, const std::string& tflite, int most) {
  const auto graph =
      nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "model.tflite");
  if (!graph) return kRefused + to_string(graph.diag());
  std::vector<Values> inputs;
  for (int run = 0; run < std::min(model.runs, most); ++run)
    inputs.push_back(values_of(model, run, "input", graph->inputs.size()));
  const std::string rows = generated::with_rows(tflite), company = generated::with_company(tflite);
  for (int i = 0; i < generated::kSetups; ++i) {
    const auto setup = static_cast<generated::Setup>(i);
    if (by_rows(setup) && rows.empty()) continue;
    const std::string& file = by_rows(setup) ? rows : i % 2 ? company : tflite;
    const std::string who = "setup " + std::to_string(i) + ", ";
    const auto outcomes = generated::interpret(file, inputs, setup, static_cast<uint32_t>(i));
    for (size_t run = 0; run < outcomes.size(); ++run) {
      if (!outcomes[run].wrong.empty()) return (i == 0 ? kRefused : "") + who + outcomes[run].wrong;
      const Values want = values_of(model, static_cast<int>(run), "output", graph->outputs.size());
      const std::string wrong = difference(*graph, outcomes[run].outputs, want, model.tolerance);
      if (!wrong.empty()) return who + "run " + std::to_string(run) + ", " + wrong;
    }
  }
  return {};
}

// Checks folders of networks in each setup: the small ones, or all with NOOK_TEST_ALL.
int check_engines(const Request& request) {
  constexpr size_t kSmall = 64 << 10;
  const bool every = std::getenv("NOOK_TEST_ALL") != nullptr;
  int passed = 0, failed = 0;
  for (const std::string& folder : request.engines) {
    for (const Golden& model : golden::networks_in(folder)) {
      const std::string tflite = golden::text_of(model.folder / "model.tflite");
      if (model.name.find(request.filter) == std::string::npos || (!every && tflite.size() > kSmall))
        continue;
      if (model.undefined || !golden::missing_operator(tflite).empty()) continue;
      const std::string wrong = check_setups(model, tflite, every ? 100 : 4);
      const bool refused = wrong.starts_with(kRefused);
      if (request.list || !(wrong.empty() || refused))
        std::printf("%s%s: %s\n", wrong.empty() || refused ? "" : "FAIL ", model.name.c_str(), wrong.c_str());
      passed += wrong.empty(), failed += !wrong.empty() && !refused;
    }
  }
  if (passed + failed == 0) return std::printf("skipped: no networks are here\n"), 77;
  std::printf("%d networks passed in each setup, %d failed\n", passed, failed);
  return failed > 0;
}

// Interprets, compiles and compares; the exit status.
int check_all(const std::vector<Golden>& models, const Request& request) {
  int passed = 0, failed = 0, refused = 0;
  std::map<std::string, int> missing;
  const auto step = static_cast<size_t>(std::max(request.step, 1));
  for (size_t at = static_cast<size_t>(request.first); at < models.size(); at += step) {
    const Golden& model = models[at];
    if (model.undefined || model.name.find(request.filter) == std::string::npos) continue;
    const std::string tflite = golden::text_of(model.folder / "model.tflite");
    if (const std::string op = golden::missing_operator(tflite); !op.empty()) {
      ++missing[op];
      continue;
    }
    const std::string wrong = check_model(model, tflite);
    const bool is_refused = wrong.starts_with(kRefused) && request.models.empty();
    (wrong.empty() ? passed : is_refused ? refused : failed)++;
    if (!wrong.empty() && (!is_refused || request.list))
      std::printf("%s%s: %s\n", is_refused ? "" : "FAIL ", model.name.c_str(), wrong.c_str());
  }
  int without = 0;
  for (const auto& [op, count] : missing) without += count;
  std::printf(
      "%d models passed, %d failed, %d refused (types, options), %d with an operator that nook has not\n",
      passed, failed, refused, without);
  if (request.list)
    for (const auto& [op, count] : missing) std::printf("  %4d %s\n", count, op.c_str());
  if (!request.models.empty()) return failed > 0 || without > 0;
  const bool all = request.filter.empty() && request.first == 0 && step == 1;
  const bool less = all && passed < kLeastPassed;
  if (less) std::printf("FAIL: %d passed before\n", kLeastPassed);
  return failed > 0 || less;
}

// Writes the sources of a board's program with the models of this step; boards.py builds and runs it.
int write_firmware(const std::vector<Golden>& models, const Request& request) {
  const nookc::Target* const target = nookc::find_target(request.target);
  if (!target) return std::printf("there is no target %s\n", request.target.c_str()), 2;
  const golden::Firmware made = golden::firmware(models, request.first, request.step, request.count, *target);
  if (!made.wrong.empty()) return std::printf("%s\n", made.wrong.c_str()), 1;
  const nookc::Status written = nookc::write_files(request.firmware, made.files);
  if (!written) return std::printf("%s\n", to_string(written.diag()).c_str()), 4;
  std::printf("%d models, %d not for boards, next %d\n", made.models, made.left_out, made.next);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  CLI::App app("Golden models against the interpreter and compiled code");
  app.add_option("filter", request.filter, "those whose name contains it");
  app.add_flag("--list", request.list, "say what is refused and missing, too");
  app.add_option("--models", request.models,
                 "a folder with an index.json, of which none may be refused, instead");
  app.add_option("--firmware", request.firmware, "write models as sources of a firmware into this folder");
  app.add_option("--target", request.target, "of the firmware");
  app.add_option("--first", request.first, "number of the first model");
  app.add_option("--step", request.step, "from each to the next");
  app.add_option("--count", request.count, "how many in a firmware, at most");
  app.add_option("--engines", request.engines,
                 "folders of networks instead, in each setup of the interpreter");
  CLI11_PARSE(app, argc, argv);
  if (!request.engines.empty()) return check_engines(request);
  const fs::path folder = request.models.empty() ? NOOK_GOLDEN_OPS : request.models;
  const auto models = golden::models_in(folder);
  if (!models) {
    std::printf("skipped: %s is not here\n", folder.c_str());
    return 77;
  }
  return request.firmware.empty() ? check_all(*models, request) : write_firmware(*models, request);
}
