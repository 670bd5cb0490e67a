#include "tests/golden_ops/golden.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/table.h"

namespace golden {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<std::vector<Golden>> models_in(const fs::path& folder) {
  const std::string index = text_of(folder / "index.json");
  if (index.empty()) return std::nullopt;
  std::vector<Golden> models;
  for (const nlohmann::json& facts : nlohmann::json::parse(index)) {
    const std::string name = facts["name"];
    Golden model{name, folder / name, facts["runs"], {}, false, facts.value("older_scheme", false)};
    model.tolerance = {facts["tolerance"].value("float_relative", 0.0),
                       facts["tolerance"].value("float_absolute_of_largest", 0.0)};
    for (const nlohmann::json& flag : facts.value("flags", nlohmann::json::array()))
      model.undefined |= flag == "undefined_behaviour";
    models.push_back(std::move(model));
  }
  return models;
}

std::vector<Golden> networks_in(const fs::path& folder) {
  std::vector<Golden> models;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!fs::exists(entry.path() / "model.tflite")) continue;
    Golden model{entry.path().filename().string(), entry.path(), 0, {1e-5, 1e-5}, false, false};
    while (fs::exists(model.folder / ("run" + std::to_string(model.runs) + "_output0.bin"))) ++model.runs;
    if (model.runs > 0) models.push_back(std::move(model));
  }
  std::ranges::sort(models, {}, &Golden::name);
  return models;
}

generated::Values values_of(const Golden& model, int run, const char* role, size_t count) {
  generated::Values values;
  for (size_t i = 0; i < count; ++i) {
    const std::string bytes =
        text_of(model.folder / ("run" + std::to_string(run) + "_" + role + std::to_string(i) + ".bin"));
    values.emplace_back(bytes.begin(), bytes.end());
  }
  return values;
}

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

}  // namespace golden
