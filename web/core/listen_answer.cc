#include <algorithm>
#include <memory>
#include <optional>

#include "nook/ops/slide_window/slide_window_op.h"
#include "nookc/front/import/import.h"
#include "nookc/request/request.h"
#include "nookc/study/quantize/network.h"
#include "web/core/answers.h"
#include "web/core/values.h"

namespace nookc::web {
namespace {

// A network whose memory lives from one call to the next: each step takes the next inputs or, with a hop, the
// next frames of a window.
class Listener {
 public:
  static Result<std::unique_ptr<Listener>> make(ModelBytes model, const Request& request);

  Json facts() const;
  // `bytes`: the inputs of any number of steps, one after another.
  Result<Answer> push(std::span<const std::byte> bytes);

 private:
  size_t step_bytes() const;
  // The answer to the step that has just run; before the first full window, the number of missing frames.
  Json outputs(size_t step, Files& files);

  Graph graph_;
  HopFacts hop_;
  std::optional<Network> network_;  // reads graph_
  std::optional<Run> run_;          // reads network_
  int32_t pushed_ = 0;              // hops, until the first output
};

// The graph of one hop is the compiler's, in the state in which every operator has a reference. It has
// outputs after every hop; those before the first full window are left out here.
Result<std::unique_ptr<Listener>> Listener::make(ModelBytes model, const Request& request) {
  auto made = std::make_unique<Listener>();
  if (request.hop == 0) {
    Result<Graph> graph = import_sound(model.bytes, model.file);
    if (!graph) return graph.diag();
    made->graph_ = *std::move(graph);
  } else {
    const Dump keep = [&](const std::string& stage, const Graph& graph) {
      if (stage == "hop") made->graph_ = graph;
    };
    Result<CompiledModel> compiled = compile_model(std::move(model), request, {}, keep);
    if (!compiled) return compiled.diag();
    made->hop_ = std::move(compiled->program.hop);
    for (Node& node : made->graph_.nodes)
      if (auto* const window = Graph::attrs<nook::SlideWindow>(node)) window->runs = 0;
  }
  Result<Network> network = Network::make(made->graph_);
  if (!network) return network.diag();
  made->network_ = *std::move(network);
  made->run_.emplace(*made->network_, Run::Keeps::kAll);
  return made;
}

Json Listener::facts() const {
  const auto all = [&](const std::vector<TensorId>& tensors) {
    Json list = Json::array();
    for (const TensorId id : tensors) {
      const Tensor& tensor = graph_[id];
      list.push_back(tensor_json(tensor));
      if (tensor.scales.size() == 1)
        list.back()["scale"] = number_json(tensor.scales[0]), list.back()["zero_point"] = tensor.zero_point;
      list.back()["bytes"] = tensor.bytes();
    }
    return list;
  };
  Json json = {{"inputs", all(graph_.inputs)}, {"outputs", all(graph_.outputs)}};
  if (hop_.frames > 0)
    json["hop"] = {
        {"window", hop_.window}, {"frames", hop_.frames}, {"runs", hop_.runs}, {"axis", hop_.axis}};
  return json;
}

size_t Listener::step_bytes() const {
  size_t bytes = 0;
  for (const TensorId input : graph_.inputs) bytes += static_cast<size_t>(graph_[input].bytes());
  return bytes;
}

Json Listener::outputs(size_t step, Files& files) {
  pushed_ = std::min(pushed_ + 1, std::max(1, hop_.runs));
  if (pushed_ < hop_.runs) return {{"missing", hop_.window - pushed_ * hop_.frames}};
  return {{"outputs", outputs_json(*run_, graph_, step, files)}};
}

Result<Answer> Listener::push(std::span<const std::byte> bytes) {
  const size_t each = step_bytes();
  if (bytes.empty() || bytes.size() % each != 0)
    return Diag{Exit::kInputOutput, "N4008", "push",
                "need a multiple of " + std::to_string(each) + " bytes, " +
                    (hop_.frames > 0 ? "one hop" : "one input") + ", have " + std::to_string(bytes.size()),
                "give the inputs one after another"};
  Answer answer;
  Json steps = Json::array();
  for (size_t at = 0; at < bytes.size();) {
    std::vector<Bytes> inputs;
    for (const TensorId input : graph_.inputs) {
      const auto size = static_cast<size_t>(graph_[input].bytes());
      inputs.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                          bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
      at += size;
    }
    if (const Status done = run_->run(inputs); !done) return done.diag();
    steps.push_back(outputs(steps.size(), answer.files));
  }
  answer.json["steps"] = std::move(steps);
  return answer;
}

std::unique_ptr<Listener>& listener() {
  static std::unique_ptr<Listener> only;
  return only;
}

}  // namespace

Result<Answer> listen_answer(ModelBytes model, const AskedListen& asked) {
  listener().reset();
  Result<std::unique_ptr<Listener>> made = Listener::make(std::move(model), asked.request);
  if (!made) return made.diag();
  listener() = *std::move(made);
  return Answer{listener()->facts(), {}};
}

Result<Answer> push_answer(std::span<const std::byte> bytes) {
  if (!listener())
    return Diag{Exit::kUsage, "N2000", "push", "no model listens here", "\"do\": \"listen\" first"};
  return listener()->push(bytes);
}

}  // namespace nookc::web
