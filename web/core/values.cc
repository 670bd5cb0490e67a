#include "web/core/values.h"

#include <algorithm>
#include <cmath>

#include "nookc/core/dtype.h"
#include "nookc/front/data/elements.h"

namespace nookc::web {
namespace {

constexpr size_t kMostShown = 1024;  // numbers of an output or a layer in the answer

Json shape_json(const Tensor& tensor) {
  return std::vector<int32_t>(tensor.shape.dim, tensor.shape.dim + tensor.shape.rank);
}

}  // namespace

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json tensor_json(const Tensor& tensor) {
  return {{"name", tensor.name}, {"type", dtype_name(tensor.type)}, {"shape", shape_json(tensor)}};
}

bool has_numbers(const Tensor& tensor) {
  return tensor.type != nook::DType::kNone && tensor.type != nook::DType::kString &&
         nook::size_of(tensor.type) > 0;
}

Bytes bytes_of(const Run& run, const Tensor& tensor, TensorId id) {
  const std::byte* const first = run.data(id);
  return {first, first + tensor.shape.elements() * nook::size_of(tensor.type)};
}

Json values_json(const Tensor& tensor, const Bytes& bytes) {
  const std::vector<double> values = real_values(tensor, bytes);
  Json first = Json::array();
  for (size_t i = 0; i < std::min(values.size(), kMostShown); ++i) first.push_back(number_json(values[i]));
  Json json = {{"values", first}};
  if (values.empty()) return json;
  const auto [low, high] = std::ranges::minmax_element(values);
  double sum = 0;
  for (const double value : values) sum += value;
  json["min"] = number_json(*low), json["max"] = number_json(*high);
  json["mean"] = number_json(sum / static_cast<double>(values.size()));
  return json;
}

Json outputs_json(const Run& run, const Graph& graph, size_t k, Files& files) {
  Json outputs = Json::array();
  for (size_t j = 0; j < graph.outputs.size(); ++j) {
    const Tensor& tensor = graph[graph.outputs[j]];
    const Bytes bytes = bytes_of(run, tensor, graph.outputs[j]);
    Json json = tensor_json(tensor);
    if (has_numbers(tensor)) json.update(values_json(tensor, bytes));
    outputs.push_back(std::move(json));
    files.push_back({"run" + std::to_string(k) + "_output" + std::to_string(j) + ".bin",
                     {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
  }
  return outputs;
}

}  // namespace nookc::web
