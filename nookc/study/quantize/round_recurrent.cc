#include "nookc/study/quantize/round_recurrent.h"

#include <algorithm>

#include "nookc/study/quantize/correct_biases.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/round_together.h"

namespace nookc {
namespace {

using NodeMoments = std::vector<RecurrentMoments>;  // per node; empty for other nodes

// A dense layer multiplies its matrix by x only.
void add_rows(const Graph& graph, const Node& node, Run& run, RecurrentMoments* to) {
  if (add_moments(node, run, graph, to) || op_code(node) != nook::OpCode::kFullyConnected) return;
  const auto width = static_cast<size_t>(graph[node.in[1]].shape.back(0));
  const std::span<const float> x = run.real(node.in[0]);
  for (size_t i = 0; i + width <= x.size(); i += width) to->x.add(x.subspan(i, width));
}

Result<NodeMoments> moments_of(const Graph& graph, const std::vector<bool>& wanted, const Samples& samples,
                               const Workers& all_workers) {
  const Result<Network> network = Network::make(graph);
  if (!network) return network.diag();
  Workers workers = all_workers;
  workers.in_order = network->remembers();
  std::vector<NodeMoments> found(workers.lanes(samples.count()), NodeMoments(graph.nodes.size()));
  std::vector<Run> runs(workers.count(samples.count()), Run(*network));
  const auto take = [&](const SampleCall& call) -> Status {
    Run& run = runs[call.worker];
    if (const Status done = run.run(call.inputs); !done) return done;
    for (size_t n = 0; n < wanted.size(); ++n)
      if (wanted[n]) add_rows(graph, graph.nodes[n], run, &found[call.lane][n]);
    return Done{};
  };
  if (const Status ran = over_samples(samples, workers, "rounding", take); !ran) return ran.diag();
  for (size_t lane = 1; lane < found.size(); ++lane)
    for (size_t n = 0; n < wanted.size(); ++n) {
      found[0][n].x.add(found[lane][n].x);
      found[0][n].hidden.add(found[lane][n].hidden), found[0][n].reset.add(found[lane][n].reset);
    }
  return std::move(found[0]);
}

// Rounds matrix `operand` of a node, and corrects the bias `bias` if the node has it.
void round_matrix(Graph& graph, size_t n, size_t operand, size_t bias, const Moments& moments) {
  // graph.add() moves tensors, so that none is held by reference.
  const auto at = [&](size_t i) -> TensorId& { return graph.nodes[n].in[i]; };
  const bool has_bias = bias < graph.nodes[n].in.size() && at(bias) != TensorId::kNone;
  RoundedMatrix rounded = round_together(graph[at(operand)], moments, has_bias);
  const TensorId made = graph.add(std::move(rounded.weights));
  at(operand) = made;
  if (!has_bias) return;
  const TensorId other = corrected_bias(graph, at(bias), rounded.errors);
  at(bias) = other;
}

void round_layer(Graph& graph, size_t n, const RecurrentOperands& all, const RecurrentMoments& moments) {
  for (size_t i = 0; i < 2 * all.gates; ++i) {
    const bool of_x = i < all.gates, candidate = all.gates == 3 && i % all.gates == 2;
    round_matrix(graph, n, 1 + i, all.bias + bias_of_matrix(graph.nodes[n], all, i),
                 of_x        ? moments.x
                 : candidate ? moments.reset
                             : moments.hidden);
  }
}

// Whether the node is a dense layer whose int8 weights have one scale.
bool is_dense(const Graph& graph, const Node& node, const WeightOptions& options) {
  if (op_code(node) != nook::OpCode::kFullyConnected) return false;
  const std::optional<Weighted> w = weighted(graph, node);
  const bool bias_fits =
      w && (w->has_bias || node.in.size() <= w->bias || node.in[w->bias] == TensorId::kNone);
  return bias_fits && weight_axis(node, *w, nullptr, options) < 0 &&
         weight_bits(*w, Precision::kInt8, options) == 8;
}

}  // namespace

Result<int> round_recurrent(Graph& graph, const std::vector<Precision>& precisions, const Samples& samples,
                            const WeightOptions& options, const Workers& workers) {
  const auto recurrent = [&](const Node& node) { return float_recurrent(graph, node).has_value(); };
  if (std::ranges::none_of(graph.nodes, recurrent)) return 0;
  int count = 0;
  std::vector<bool> wanted(graph.nodes.size());
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    wanted[n] = precisions[n] == Precision::kInt8 && !node.erased() &&
                (recurrent(node) || is_dense(graph, node, options));
    count += wanted[n];
  }
  if (count == 0) return 0;
  const Result<NodeMoments> moments = moments_of(graph, wanted, samples, workers);
  if (!moments) return moments.diag();
  for (size_t n = 0; n < wanted.size(); ++n) {
    if (!wanted[n]) continue;
    const std::optional<RecurrentOperands> layer = float_recurrent(graph, graph.nodes[n]);
    if (layer)
      round_layer(graph, n, *layer, (*moments)[n]);
    else
      round_matrix(graph, n, 1, 2, (*moments)[n].x);
  }
  return count;
}

}  // namespace nookc
