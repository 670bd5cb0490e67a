#include "tests/hop/run_graph.h"

#include "nookc/middle/lower/prepare_node.h"

namespace hop {
namespace {

constexpr size_t kArenaBytes = size_t{1} << 17;  // for the arguments of one kernel

}  // namespace

GraphRun::GraphRun(const nookc::Graph& graph) : graph_(graph), bytes_(graph.tensors.size()) {
  // Rows that a hop must not read have other values than padding.
  for (size_t i = 0; i < bytes_.size(); ++i)
    bytes_[i] = graph.tensors[i].constant() ? *graph.tensors[i].data
                : graph.tensors[i].first
                    ? *graph.tensors[i].first
                    : nookc::Bytes(static_cast<size_t>(graph.tensors[i].bytes()), std::byte{0x55});
  for (const nookc::Node& node : graph.nodes)
    if (!node.erased()) prepare(node);
}

void GraphRun::prepare(const nookc::Node& node) {
  Step step{&node, std::make_unique_for_overwrite<uint64_t[]>(kArenaBytes / 8), {}, {}, {}};
  nook::Arena arena({reinterpret_cast<uint8_t*>(step.memory.get()), kArenaBytes});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = nookc::prepare_node(graph_, node, context);
  if (!prepared || !prepared->invoke) {
    sound_ = false;
    return;
  }
  step.op = *prepared;
  step.state.resize(static_cast<size_t>(prepared->state_bytes) / 8 + 1);
  step.scratch.resize(static_cast<size_t>(prepared->scratch) / 8 + 2);
  steps_.push_back(std::move(step));
}

std::optional<std::vector<nookc::Bytes>> GraphRun::run(const std::vector<nookc::Bytes>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) bytes_[index(graph_.inputs[i])] = inputs[i];
  for (Step& step : steps_) {
    std::vector<const void*> in;
    std::vector<void*> out;
    for (nookc::TensorId t : step.node->in)
      in.push_back(t == nookc::TensorId::kNone ? nullptr : bytes_[index(t)].data());
    in.resize(std::max(in.size(), op_row(*step.node).signature.reach(in.size())));
    for (nookc::TensorId t : step.node->out) out.push_back(bytes_[index(t)].data());
    bool waits = false;
    step.op.invoke(step.op.params, {in.data(), out.data(), step.scratch.data(), step.state.data(), &waits});
    if (waits) return {};
  }
  std::vector<nookc::Bytes> outputs;
  for (nookc::TensorId t : graph_.outputs) outputs.push_back(bytes_[index(t)]);
  return outputs;
}

}  // namespace hop
