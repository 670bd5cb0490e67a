#include "nookc/quantize/network.h"

#include <algorithm>
#include <cstring>

#include "nookc/lower/prepare_node.h"
#include "nookc/lower/refusal.h"
#include "nookc/quantize/svdf.h"

namespace nookc {
namespace {

constexpr size_t kLeastArena = 4096, kMostArena = size_t{1} << 24;

size_t words(size_t bytes) { return (bytes + 7) / 8 + 2; }

bool may_wait(const Node& node) {
  return std::ranges::any_of(op_row(node).forms, [](const nook::FormRow& form) { return form.may_wait; });
}

// An element of a quantized or plain tensor as a number.
template <class T>
void to_real(const Tensor& t, const std::byte* from, std::vector<float>& to) {
  const double scale = t.scales.empty() ? 1.0 : static_cast<double>(t.scales[0]);
  for (size_t i = 0; i < to.size(); ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof(T), sizeof(T));
    to[i] = static_cast<float>(scale * (static_cast<double>(value) - t.zero_point));
  }
}

}  // namespace

Result<Network> Network::make(const Graph& graph) {
  if (!graph.regions.empty())
    return Diag{Exit::kUnsupported, "N3050", graph.file, "has control flow, whose tensors have no one range",
                "quantize the subgraphs before they are put together"};
  Network network;
  network.graph_ = &graph;
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    if (may_wait(node))
      return Diag{Exit::kUnsupported,
                  "N3050",
                  graph.file + ": " + describe(graph, node),
                  "skips results in some runs, so samples do not show its range",
                  {}};
    Step step{&node, {}, {}, op_row(node).signature.reach(node.in.size())};
    for (size_t bytes = kLeastArena;; bytes *= 8) {
      step.memory.assign(words(bytes), 0);
      nook::Arena arena({reinterpret_cast<uint8_t*>(step.memory.data()), bytes});
      nook::PrepareContext context{arena, nook::kRef, false, {}};
      const auto prepared = prepare_node(graph, node, context);
      if (prepared) {
        step.op = *prepared;
        break;
      }
      if (prepared.code() != nook::Code::kNoMemory || bytes >= kMostArena)
        return refusal(graph, node, prepared.code(), context.refusal);
    }
    network.scratch_ = std::max(network.scratch_, static_cast<size_t>(step.op.scratch));
    network.state_ += words(static_cast<size_t>(step.op.state_bytes)) * 8;
    network.steps_.push_back(std::move(step));
    if (op_code(node) == nook::OpCode::kSvdf) network.remembered_.push_back(node.in[SvdfOperands::kState]);
  }
  return network;
}

Run::Run(const Network& network)
    : network_(network), scratch_(words(network.scratch_)), state_(words(network.state_)) {
  const Graph& graph = network.graph();
  buffers_.resize(graph.tensors.size());
  const auto make = [&](TensorId t) {
    if (t != TensorId::kNone && !graph[t].constant() && buffers_[index(t)].empty())
      buffers_[index(t)].assign(words(static_cast<size_t>(graph[t].bytes())), 0);
  };
  for (TensorId t : graph.inputs) make(t);
  for (const Network::Step& step : network.steps_) {
    for (TensorId t : step.node->in) make(t);
    for (TensorId t : step.node->out) make(t);
  }
}

const std::byte* Run::data(TensorId tensor) const {
  const Tensor& t = network_.graph()[tensor];
  return t.constant() ? t.data->data() : reinterpret_cast<const std::byte*>(buffers_[index(tensor)].data());
}

void Run::reset() {
  const Graph& graph = network_.graph();
  std::ranges::fill(state_, 0);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const Tensor& t = graph.tensors[i];
    if (!t.variable || buffers_[i].empty()) continue;
    if (begun_ && std::ranges::find(network_.remembered_, TensorId{static_cast<uint32_t>(i)}) !=
                      network_.remembered_.end())
      continue;
    auto* const bytes = reinterpret_cast<std::byte*>(buffers_[i].data());
    const size_t size = static_cast<size_t>(t.bytes());
    if (t.first) {
      std::copy_n(t.first->begin(), std::min(size, t.first->size()), bytes);
    } else if (t.type == nook::DType::kS8) {
      std::fill_n(bytes, size, static_cast<std::byte>(t.zero_point));
    } else {
      std::fill_n(bytes, size, std::byte{0});
    }
  }
  begun_ = true;
}

void Run::run(const std::vector<Bytes>& inputs) {
  const Graph& graph = network_.graph();
  reset();
  for (size_t i = 0; i < graph.inputs.size(); ++i) std::ranges::copy(inputs[i], buffer(graph.inputs[i]));
  auto* state = reinterpret_cast<std::byte*>(state_.data());
  std::vector<const void*> in;
  std::vector<void*> out;
  for (const Network::Step& step : network_.steps_) {
    in.clear(), out.clear();
    for (TensorId t : step.node->in) in.push_back(t == TensorId::kNone ? nullptr : data(t));
    in.resize(std::max(in.size(), step.operands));
    for (TensorId t : step.node->out) out.push_back(buffer(t));
    nook::Io io{in.data(), out.data(), scratch_.data()};
    io.state = state;
    state += words(static_cast<size_t>(step.op.state_bytes)) * 8;
    step.op.invoke(step.op.params, io);
  }
}

std::span<const float> Run::real(TensorId tensor) {
  const Tensor& t = network_.graph()[tensor];
  const std::byte* const from = data(tensor);
  if (t.type == nook::DType::kF32)
    return {reinterpret_cast<const float*>(from), static_cast<size_t>(t.shape.elements())};
  real_.resize(static_cast<size_t>(t.shape.elements()));
  switch (t.type) {
    case nook::DType::kS8:
      to_real<int8_t>(t, from, real_);
      break;
    case nook::DType::kS16:
      to_real<int16_t>(t, from, real_);
      break;
    case nook::DType::kS32:
      to_real<int32_t>(t, from, real_);
      break;
    default:
      real_.clear();  // tensors without a scale: indices, truth values
  }
  return real_;
}

}  // namespace nookc
