#include "nookc/study/judge/noise.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "nookc/front/data/elements.h"
#include "nookc/front/data/signal_to_noise.h"
#include "nookc/middle/passes/evaluate.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/study/judge/pairs.h"

namespace nookc {
namespace {

constexpr size_t kMostNodes = 4096;  // pairing takes time proportional to the product of both counts

using Values = std::vector<Bytes>;  // per tensor; empty: unknown

// The measurements of one operator.
struct Seen {
  SignalToNoise ratio;
  double most = 0;  // the largest error

  void add(const std::vector<double>& want, const std::vector<double>& have, const ValueRange& range) {
    for (size_t i = 0; i < want.size() && i < have.size(); ++i) {
      if (stands_for_infinity(want[i], have[i], range)) continue;
      ratio.add(want[i], have[i]);
      most = std::max(most, std::abs(have[i] - want[i]));
    }
  }
};

const Bytes& bytes_of(const Graph& graph, const Values& values, TensorId t) {
  return graph[t].constant() ? *graph[t].data : values[index(t)];
}

// The results of a node for these values; empty if they are unknown.
std::vector<Bytes> results_of(const Graph& graph, const Node& node, const Values& values) {
  std::vector<const void*> in;
  for (TensorId t : node.in) {
    if (t != TensorId::kNone && !graph[t].constant() && values[index(t)].empty()) return {};
    in.push_back(t == TensorId::kNone ? nullptr : bytes_of(graph, values, t).data());
  }
  return evaluate(graph, node, in);
}

Values run(const Graph& graph, std::vector<Bytes> inputs) {
  Values values(graph.tensors.size());
  for (size_t i = 0; i < inputs.size(); ++i) values[index(graph.inputs[i])] = std::move(inputs[i]);
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    std::vector<Bytes> results = results_of(graph, node, values);
    for (size_t i = 0; i < results.size(); ++i) values[index(node.out[i])] = std::move(results[i]);
  }
  return values;
}

std::string why_not(const Graph& graph) {
  if (!graph.regions.empty()) return graph.file + " has control flow";
  for (const Node& node : graph.nodes)
    if (!node.erased() && has_state(graph, node)) return graph.file + " keeps state between inferences";
  if (graph.nodes.size() > kMostNodes)
    return graph.file + " has more than " + std::to_string(kMostNodes) + " operators";
  return "";
}

// Both graphs, and for each tensor of the model its counterpart in the reference.
class Pair {
 public:
  Pair(Graph model, Graph reference) : model_(std::move(model)), reference_(std::move(reference)) {
    for (Graph* graph : {&model_, &reference_}) fold_activations(*graph);
    pairs_ = pair_nodes(model_, reference_);
    for (size_t i = 0; i < model_.inputs.size() && i < reference_.inputs.size(); ++i)
      same_[model_.inputs[i]] = reference_.inputs[i];
    for (const auto& [n, r] : pairs_) same_[model_.nodes[n].out[0]] = reference_.nodes[r].out[0];
    // A conversion has the same counterpart as its operand.
    for (const Node& node : model_.nodes)
      if (!node.erased() && op_code(node) == nook::OpCode::kQuantize && same_.count(node.in[0]))
        same_[node.out[0]] = same_[node.in[0]];
    in_network_.resize(pairs_.size()), alone_.resize(pairs_.size());
    knows_alone_.assign(pairs_.size(), true);
  }

  Status add_sample(const Samples& samples, size_t k) {
    Result<std::vector<Bytes>> model_inputs = samples.read(k, model_);
    if (!model_inputs) return model_inputs.diag();
    Result<std::vector<Bytes>> reference_inputs = samples.read(k, reference_);
    if (!reference_inputs) return reference_inputs.diag();
    const Values have = run(model_, *std::move(model_inputs));
    const Values want = run(reference_, *std::move(reference_inputs));
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const Node& node = model_.nodes[pairs_[i].first];
      const TensorId out = node.out[0], real = reference_.nodes[pairs_[i].second].out[0];
      if (have[index(out)].empty() || want[index(real)].empty()) continue;
      const std::vector<double> signal = real_values(reference_[real], want[index(real)]);
      const ValueRange range = value_range(model_[out]);
      in_network_[i].add(signal, real_values(model_[out], have[index(out)]), range);
      if (const Bytes alone = result_alone(node, want); !alone.empty())
        alone_[i].add(signal, real_values(model_[out], alone), range);
      else
        knows_alone_[i] = false;
    }
    return Done{};
  }

  std::vector<OperatorNoise> operators() const {
    std::vector<OperatorNoise> all;
    for (size_t i = 0; i < pairs_.size(); ++i) {
      const Node& node = model_.nodes[pairs_[i].first];
      const Tensor& out = model_[node.out[0]];
      const SignalToNoise& ratio = in_network_[i].ratio;
      all.push_back({node.source, op_name(node), out.name, ratio.decibels(), {}});
      if (knows_alone_[i]) all.back().alone_db = alone_[i].ratio.decibels();
      const double step = quantized(out) ? double{out.scales[0]} : 0;
      all.back().only_rounding = ratio.signal == 0 && in_network_[i].most <= step;
    }
    return all;
  }

 private:
  // The first result of a node with the reference's values as inputs.
  Bytes result_alone(const Node& node, const Values& want) const {
    Values values(model_.tensors.size());
    for (TensorId t : node.in) {
      if (t == TensorId::kNone || model_[t].constant()) continue;
      const auto at = same_.find(t);
      if (at == same_.end() || want[index(at->second)].empty()) return {};
      values[index(t)] = converted_elements(reference_[at->second], want[index(at->second)], model_[t]);
    }
    std::vector<Bytes> results = results_of(model_, node, values);
    return results.empty() ? Bytes() : std::move(results[0]);
  }

  Graph model_, reference_;
  std::vector<std::pair<size_t, size_t>> pairs_;
  std::map<TensorId, TensorId> same_;
  std::vector<Seen> in_network_, alone_;
  std::vector<bool> knows_alone_;
};

}  // namespace

const OperatorNoise* Noise::first_below(double db) const {
  const auto at = std::ranges::find_if(
      operators, [&](const OperatorNoise& o) { return o.in_network_db < db && !o.only_rounding; });
  return at == operators.end() ? nullptr : &*at;
}

Result<Noise> noise_of(Graph model, Graph reference, const Samples& samples, int64_t count) {
  Noise noise;
  for (const Graph* graph : {&model, &reference})
    if (noise.why_not.empty()) noise.why_not = why_not(*graph);
  if (!noise.why_not.empty()) return noise;
  Pair pair(std::move(model), std::move(reference));
  noise.samples = std::min(count, static_cast<int64_t>(samples.count()));
  for (int64_t k = 0; k < noise.samples; ++k)
    if (const Status added = pair.add_sample(samples, static_cast<size_t>(k)); !added) return added.diag();
  noise.operators = pair.operators();
  if (noise.operators.empty()) noise.why_not = "the two models have no operator in common";
  return noise;
}

}  // namespace nookc
