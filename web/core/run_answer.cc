#include "nookc/back/run/random_input.h"
#include "nookc/front/import/import.h"
#include "nookc/study/quantize/network.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"
#include "web/core/run_twin.h"
#include "web/core/values.h"

namespace nookc::web {
namespace {

// `twin` may be null.
Json layers_json(const Graph& graph, const Run& run, const Twin* twin) {
  Json layers = Json::array();
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    for (const TensorId id : node.out) {
      if (id == TensorId::kNone || !has_numbers(graph[id])) continue;
      const Tensor& tensor = graph[id];
      Json json = tensor_json(tensor);
      json["kind"] = op_name(node);
      json.update(values_json(tensor, bytes_of(run, tensor, id)));
      if (twin) json.update(twin->compared(id));
      layers.push_back(std::move(json));
    }
  }
  return layers;
}

// The inputs of each run: the caller's samples, or random bytes as `nook validate` takes them.
struct Feed {
  std::optional<Samples> samples;
  const Twin* twin = nullptr;
  size_t runs = 1;

  Result<std::vector<Bytes>> read(size_t k, const Graph& graph) const {
    if (samples) return samples->read(k);
    if (twin) return twin->random_inputs();
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
  std::unique_ptr<Twin> twin;
  if (!asked.against.empty()) {
    Result<std::unique_ptr<Twin>> made = Twin::make(asked.against, asked, *graph);
    if (!made) return made.diag();
    twin = *std::move(made);
  }
  Result<Feed> feed = feed_of(*graph, asked);
  if (!feed) return feed.diag();
  feed->twin = twin.get();
  Run run(*network, Run::Keeps::kAll);
  Answer answer;
  Json runs = Json::array();
  for (size_t k = 0; k < feed->runs; ++k) {
    const Result<std::vector<Bytes>> inputs = feed->read(k, *graph);
    if (!inputs) return inputs.diag();
    if (const Status done = run.run(*inputs); !done) return done.diag();
    runs.push_back({{"outputs", outputs_json(run, *graph, k, answer.files)}});
    if (twin) {
      if (const Status done = twin->take(run, *inputs); !done) return done.diag();
      Files none;
      runs.back()["against"] = outputs_json(twin->run(), twin->graph(), k, none);
    }
    if (asked.layers && k + 1 == feed->runs) answer.json["layers"] = layers_json(*graph, run, twin.get());
    progress({"runs", k + 1, feed->runs});
  }
  answer.json["runs"] = std::move(runs);
  return answer;
}

}  // namespace nookc::web
