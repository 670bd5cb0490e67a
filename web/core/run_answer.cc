#include <algorithm>
#include <cmath>

#include "nookc/back/run/random_input.h"
#include "nookc/core/dtype.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/import/import.h"
#include "nookc/study/quantize/network.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"

namespace nookc::web {
namespace {

constexpr size_t kMostShown = 1024;  // numbers of an output or a layer in the answer

Json shape_json(const Tensor& tensor) {
  return std::vector<int32_t>(tensor.shape.dim, tensor.shape.dim + tensor.shape.rank);
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json tensor_json(const Tensor& tensor) {
  return {{"name", tensor.name}, {"type", dtype_name(tensor.type)}, {"shape", shape_json(tensor)}};
}

// The first values of a tensor, its extremes and its mean, as real numbers.
Json values_json(const std::vector<double>& values) {
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

Bytes bytes_of(const Run& run, const Tensor& tensor, TensorId id) {
  const std::byte* const first = run.data(id);
  return {first, first + tensor.shape.elements() * nook::size_of(tensor.type)};
}

bool has_numbers(const Tensor& tensor) {
  return tensor.type != nook::DType::kNone && tensor.type != nook::DType::kString &&
         nook::size_of(tensor.type) > 0;
}

Json layers_json(const Graph& graph, const Run& run) {
  Json layers = Json::array();
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    for (const TensorId id : node.out) {
      if (id == TensorId::kNone || !has_numbers(graph[id])) continue;
      const Tensor& tensor = graph[id];
      Json json = tensor_json(tensor);
      json["kind"] = op_name(node);
      json.update(values_json(real_values(tensor, bytes_of(run, tensor, id))));
      layers.push_back(std::move(json));
    }
  }
  return layers;
}

// The inputs of each run: the caller's samples, or random bytes as `nook validate` takes them.
struct Feed {
  std::optional<Samples> samples;
  size_t runs = 1;

  Result<std::vector<Bytes>> read(size_t k, const Graph& graph) const {
    if (samples) return samples->read(k);
    std::vector<Bytes> inputs;
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const std::string random = random_input(graph[graph.inputs[i]], i);
      const auto* const first = reinterpret_cast<const std::byte*>(random.data());
      inputs.emplace_back(first, first + random.size());
    }
    return inputs;
  }
};

Result<Feed> feed_of(const Graph& graph, const AskedRun& asked) {
  Feed feed;
  if (asked.data.empty()) return feed;
  const Result<SampleOptions> how = sample_options(asked.how);
  if (!how) return how.diag();
  Result<Samples> samples = Samples::open(graph, asked.data, *how);
  if (!samples) return samples.diag();
  feed.runs = samples->count();
  feed.samples = *std::move(samples);
  return feed;
}

}  // namespace

Result<Answer> run_answer(const ModelBytes& model, const AskedRun& asked) {
  const Result<Graph> graph = import_sound(model.bytes, model.file);
  if (!graph) return graph.diag();
  const Result<Network> network = Network::make(*graph);
  if (!network) return network.diag();
  const Result<Feed> feed = feed_of(*graph, asked);
  if (!feed) return feed.diag();
  Run run(*network, Run::Keeps::kAll);
  Answer answer;
  Json runs = Json::array();
  for (size_t k = 0; k < feed->runs; ++k) {
    const Result<std::vector<Bytes>> inputs = feed->read(k, *graph);
    if (!inputs) return inputs.diag();
    if (const Status done = run.run(*inputs); !done) return done.diag();
    Json outputs = Json::array();
    for (size_t j = 0; j < graph->outputs.size(); ++j) {
      const Tensor& tensor = (*graph)[graph->outputs[j]];
      const Bytes bytes = bytes_of(run, tensor, graph->outputs[j]);
      Json json = tensor_json(tensor);
      if (has_numbers(tensor)) json.update(values_json(real_values(tensor, bytes)));
      outputs.push_back(std::move(json));
      answer.files.push_back({"run" + std::to_string(k) + "_output" + std::to_string(j) + ".bin",
                              {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    }
    runs.push_back({{"outputs", outputs}});
    if (asked.layers && k + 1 == feed->runs) answer.json["layers"] = layers_json(*graph, run);
    progress({"runs", k + 1, feed->runs});
  }
  answer.json["runs"] = std::move(runs);
  return answer;
}

}  // namespace nookc::web
