#include "web/core/run_twin.h"

#include <algorithm>
#include <map>

#include "nookc/back/run/random_input.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/import/import.h"
#include "nookc/front/onnx/model_file.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/inside.h"
#include "web/core/options.h"
#include "web/core/values.h"

namespace nookc::web {
namespace {

bool is_real(const Tensor& tensor) { return tensor.type == nook::DType::kF32 || quantized(tensor); }

std::string shape_text(const Graph& graph, const std::vector<TensorId>& tensors) {
  std::vector<std::string> all;
  for (const TensorId id : tensors) {
    const nook::Shape& shape = graph[id].shape;
    std::vector<std::string> dims;
    for (int32_t d = 0; d < shape.rank; ++d) dims.push_back(std::to_string(shape.dim[d]));
    all.push_back(join_text(dims, "x"));
  }
  return join_text(all, " and ");
}

}  // namespace

Result<std::unique_ptr<Twin>> Twin::make(const std::string& file, const AskedBorders& asked,
                                         const Graph& graph) {
  Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  AskedBorders how;
  if (onnx::is_onnx(file, *bytes)) how = asked;
  how.io = "model";
  const Result<ModelBytes> model = model_of(*std::move(bytes), file, how);
  if (!model) return model.diag();
  Result<Graph> read = import_sound(model->bytes, model->file);
  if (!read) return read.diag();
  std::unique_ptr<Twin> made(new Twin(graph));
  made->graph_ = *std::move(read);
  for (const auto member : {&Graph::inputs, &Graph::outputs}) {
    const std::string have = shape_text(made->graph_, made->graph_.*member),
                      need = shape_text(graph, graph.*member);
    if (have != need)
      return usage("against", "need a model with the shapes " + need + ", have " + have,
                   "models are compared on the same inputs");
  }
  Result<Network> network = Network::make(made->graph_);
  if (!network) return network.diag();
  made->network_ = *std::move(network);
  made->run_.emplace(*made->network_, nookc::Run::Keeps::kAll);
  made->match();
  return made;
}

// Outputs by their order, others by their names.
void Twin::match() {
  const auto real = [&](TensorId mine, TensorId other) {
    return is_real(first_[mine]) && is_real(graph_[other]) &&
           first_[mine].shape.elements() == graph_[other].shape.elements();
  };
  std::map<std::string, TensorId> named;
  for (const Node& node : graph_.nodes)
    if (!node.erased())
      for (const TensorId id : node.out)
        if (id != TensorId::kNone) named.emplace(graph_[id].name, id);
  const std::vector<bool> inside = tensors_inside(first_);
  for (const Node& node : first_.nodes) {
    if (node.erased()) continue;
    for (const TensorId id : node.out) {
      if (id == TensorId::kNone || inside[index(id)]) continue;
      const auto output = std::ranges::find(first_.outputs, id);
      const auto at = named.find(first_[id].name);
      TensorId other = at == named.end() ? TensorId::kNone : at->second;
      if (output != first_.outputs.end())
        other = graph_.outputs[static_cast<size_t>(output - first_.outputs.begin())];
      if (other != TensorId::kNone && real(id, other)) pairs_.push_back({id, other});
    }
  }
}

// The signal is the float tensor of a pair, or the other model's if both have one type.
Status Twin::take(nookc::Run& first, const std::vector<Bytes>& inputs) {
  if (const Status done = run_->run(converted_inputs(graph_, first_, inputs)); !done) return done;
  for (Pair& pair : pairs_) {
    const std::span<const float> mine = first.real(pair.mine), other = run_->real(pair.other);
    const bool other_wanted = !quantized(graph_[pair.other]) || quantized(first_[pair.mine]);
    for (size_t i = 0; i < mine.size(); ++i)
      other_wanted ? pair.ratio.add(double{other[i]}, double{mine[i]})
                   : pair.ratio.add(double{mine[i]}, double{other[i]});
  }
  return Done{};
}

std::vector<Bytes> Twin::random_inputs() const {
  std::vector<Bytes> all;
  for (size_t i = 0; i < first_.inputs.size(); ++i) {
    const Tensor &mine = first_[first_.inputs[i]], &other = graph_[graph_.inputs[i]];
    const bool from_other = !quantized(mine) && quantized(other);
    const Tensor& from = from_other ? other : mine;
    const std::string random = random_input(from, i);
    const auto* const bytes = reinterpret_cast<const std::byte*>(random.data());
    const Bytes made(bytes, bytes + random.size());
    all.push_back(from_other ? converted_elements(other, made, mine) : made);
  }
  return all;
}

Json Twin::compared(TensorId id) const {
  const auto pair = std::ranges::find(pairs_, id, &Pair::mine);
  if (pair == pairs_.end()) return {};
  const Tensor& tensor = graph_[pair->other];
  Json against = tensor_json(tensor);
  against.update(values_json(tensor, bytes_of(*run_, tensor, pair->other)));
  return {{"decibels", pair->ratio.noise == 0 ? Json("exact") : number_json(pair->ratio.decibels())},
          {"against", against}};
}

}  // namespace nookc::web
