// Golden models of single operators and small networks, with inputs and outputs of TensorFlow Lite Micro: the
// interpreter gives the same outputs (integers to the byte, floats within the tolerance of each model), and
// compiled code gives what the interpreter gives. All of them in one process: generated C is compiled into
// its memory.
//
//   nook_golden_ops [FILTER [list]]   those whose name contains it; list: what is refused and missing, too
//
// Exit status 77: ../shared is not here.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "nook/ops/control_flow.h"
#include "nook/ops/table.h"
#include "nookc/import/import.h"
#include "tests/generated/check.h"

namespace {

namespace fs = std::filesystem;
using generated::Values;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The file "run<k>_<role><i>.bin" for each i.
Values values_of(const fs::path& folder, int run, const char* role, size_t count) {
  Values values;
  for (size_t i = 0; i < count; ++i) {
    const std::string bytes =
        text_of(folder / ("run" + std::to_string(run) + "_" + role + std::to_string(i) + ".bin"));
    values.emplace_back(bytes.begin(), bytes.end());
  }
  return values;
}

// What float32 may differ by.
struct Tolerance {
  double relative = 0, of_largest = 0;
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

// Whether nook has every operator of the model; otherwise the first that it has not.
std::string missing_operator(const std::string& tflite) {
  const auto model =
      nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()}, nullptr);
  if (!model) return "the file";
  for (uint32_t s = 0; s < model->subgraph_count(); ++s) {
    const nook::SubgraphView graph = model->subgraph(s);
    for (uint32_t i = 0; i < graph.operator_count(); ++i) {
      const nook::OperatorView op = graph.op(i);
      if (!nook::find_op(op.code(), op.custom_code()) && !nook::is_control_flow(op.code()))
        return nook::builtin_name(op.code()) + std::string(op.custom_code().begin(), op.custom_code().end());
    }
  }
  return {};
}

bool is_flagged(const nlohmann::json& facts, const std::string& flag) {
  for (const nlohmann::json& each : facts.value("flags", nlohmann::json::array()))
    if (each == flag) return true;
  return false;
}

// Models of today: with fewer that pass, one is refused that was not.
constexpr int kLeastPassed = 1242;
constexpr const char* kRefused = "refused: ";

std::string check_model(const fs::path& folder, const nlohmann::json& facts, const std::string& tflite) {
  auto imported =
      nookc::import_tflite(std::as_bytes(std::span(tflite.data(), tflite.size())), "model.tflite");
  if (!imported) return kRefused + to_string(imported.diag());
  const nookc::Graph graph = *std::move(imported);
  const Tolerance tolerance = {facts["tolerance"].value("float_relative", 0.0),
                               facts["tolerance"].value("float_absolute_of_largest", 0.0)};
  std::vector<Values> inputs;
  for (int run = 0; run < facts["runs"].get<int>(); ++run)
    inputs.push_back(values_of(folder, run, "input", graph.inputs.size()));
  const auto outcomes = generated::interpret(tflite, inputs, generated::Setup::kPlain, 0);
  for (size_t run = 0; run < outcomes.size(); ++run) {
    const generated::Outcome& outcome = outcomes[run];
    if (outcome.wrong.starts_with(generated::kInterpreterRefuses)) return kRefused + outcome.wrong;
    if (!outcome.wrong.empty()) return "interpreter: " + outcome.wrong;
    const Values want = values_of(folder, static_cast<int>(run), "output", graph.outputs.size());
    const std::string wrong = difference(graph, outcome.outputs, want, tolerance);
    if (!wrong.empty()) return "interpreter, run " + std::to_string(run) + ", " + wrong;
  }
  generated::Counts counts;
  generated::Subject subject(tflite, 1);
  std::string wrong = subject.prepare(counts);
  if (wrong.empty()) wrong = subject.check_interpreter(counts);
  generated::Choices simplest(std::vector<uint32_t>{}), some(uint64_t{7});
  if (wrong.empty()) wrong = subject.check(generated::random_variant(simplest, subject.graph()), counts);
  if (wrong.empty()) wrong = subject.check(generated::random_variant(some, subject.graph()), counts);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path folder = NOOK_GOLDEN_OPS;
  const std::string index = text_of(folder / "index.json");
  if (index.empty()) {
    std::printf("skipped: %s is not here\n", folder.c_str());
    return 77;
  }
  const std::string filter = argc > 1 ? argv[1] : "";
  int passed = 0, failed = 0, refused = 0;
  std::map<std::string, int> missing;
  for (const nlohmann::json& facts : nlohmann::json::parse(index)) {
    const std::string name = facts["name"];
    if (name.find(filter) == std::string::npos) continue;
    if (is_flagged(facts, "undefined_behaviour")) continue;  // TensorFlow Lite Micro's outputs say nothing
    const std::string tflite = text_of(folder / name / "model.tflite");
    if (const std::string op = missing_operator(tflite); !op.empty()) {
      ++missing[op];
      continue;
    }
    const std::string wrong = check_model(folder / name, facts, tflite);
    const bool is_refused = wrong.starts_with(kRefused);
    (wrong.empty() ? passed : is_refused ? refused : failed)++;
    if (!wrong.empty() && (!is_refused || argc > 2))
      std::printf("%s%s: %s\n", is_refused ? "" : "FAIL ", name.c_str(), wrong.c_str());
  }
  int without = 0;
  for (const auto& [op, count] : missing) without += count;
  std::printf(
      "%d models passed, %d failed, %d refused (types, options), %d with an operator that nook has not\n",
      passed, failed, refused, without);
  if (argc > 2)
    for (const auto& [op, count] : missing) std::printf("  %4d %s\n", count, op.c_str());
  if (filter.empty() && passed < kLeastPassed) std::printf("FAIL: %d passed before\n", kLeastPassed);
  return failed > 0 || (filter.empty() && passed < kLeastPassed);
}
