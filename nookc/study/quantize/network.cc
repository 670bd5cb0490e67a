#include "nookc/study/quantize/network.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "nookc/middle/lower/refusal.h"
#include "nookc/study/quantize/streams.h"
#include "nookc/study/quantize/svdf.h"
#include "nookc/target/kernels_here.h"

namespace nookc {
namespace {

constexpr size_t kMostIterations = size_t{1} << 20;  // limit on the iterations of all loops in one run

// The function that calls the kernel; null if this machine can't.
nook::Invoke invoke_of(const nook::Prepared& op) { return op.invoke ? op.invoke : invoke_here(op.symbol); }

size_t words(size_t bytes) { return (bytes + 7) / 8 + 2; }

// Converts the elements of a quantized or plain tensor to numbers.
template <class T>
void to_real(const Tensor& t, const std::byte* from, std::vector<float>& to) {
  const double scale = t.scales.empty() ? 1.0 : static_cast<double>(t.scales[0]);
  for (size_t i = 0; i < to.size(); ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof(T), sizeof(T));
    to[i] = static_cast<float>(scale * (static_cast<double>(value) - t.zero_point));
  }
}

// Likewise of int8, by a table of all values.
void bytes_to_real(const Tensor& t, const std::byte* from, std::vector<float>& to) {
  std::vector<std::byte> all(256);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i);
  std::vector<float> table(all.size());
  to_real<int8_t>(t, all.data(), table);
  for (size_t i = 0; i < to.size(); ++i) to[i] = table[static_cast<size_t>(from[i])];
}

}  // namespace

// Arranges the moves of a graph in order: its nodes, and the jumps for its control flow marks.
class Network::Mover {
 public:
  explicit Mover(Network& network) : network_(network) {}

  void mark(const RegionMark& mark) {
    using Kind = RegionMark::Kind;
    switch (mark.kind) {
      case Kind::kIf:
        open_.push_back({moves().size(), {add(Move::Kind::kGoUnless, mark.condition)}});
        break;
      case Kind::kElse: {
        const size_t over = add(Move::Kind::kGo, TensorId::kNone);
        leave();
        open_.back().exits = {over};
        break;
      }
      case Kind::kLoop:
        open_.push_back({moves().size(), {}});
        break;
      case Kind::kBreakUnless:
        open_.back().exits.push_back(add(Move::Kind::kGoUnless, mark.condition));
        break;
      case Kind::kEndLoop:
        moves()[add(Move::Kind::kGo, TensorId::kNone)].to = open_.back().begin;
        [[fallthrough]];
      case Kind::kEndIf:
        leave();
        open_.pop_back();
        break;
      case Kind::kDone:
        break;
    }
  }

 private:
  struct Region {
    size_t begin;
    std::vector<size_t> exits;  // moves that jump to its end
  };

  std::vector<Move>& moves() { return network_.moves_; }
  size_t add(Move::Kind kind, TensorId condition) {
    moves().push_back({kind, 0, condition});
    return moves().size() - 1;
  }
  void leave() {
    for (const size_t exit : open_.back().exits) moves()[exit].to = moves().size();
  }

  Network& network_;
  std::vector<Region> open_;
};

Status Network::add_step(size_t n, LoweredNodes& nodes, KernelRows rows) {
  const Graph& graph = *graph_;
  const Node& node = graph.nodes[n];
  Step step{&node, {}, {}, {}, op_row(node).signature.reach(node.in.size()), state_};
  const Chosen* chosen = &nodes.chosen(graph, n, rows);
  if (chosen->op && !invoke_of(*chosen->op)) chosen = &nodes.chosen(graph, n, KernelRows::kReference);
  if (may_wait(node) && (!chosen->op || op_row(node).forms[static_cast<size_t>(chosen->op->form)].may_wait))
    return Diag{Exit::kUnsupported, "N3050", graph.file + ": " + describe(graph, node),
                "skips results in some runs, so samples do not show its range",
                "quantize the network without this operator"};
  if (!chosen->op) return refusal(graph, node, chosen->op.code(), chosen->refusal);
  step.op = *chosen->op, step.op.invoke = invoke_of(step.op), step.memory = chosen->memory;
  if (step.op.kernel->packing->bytes) step.packed = nodes.packed(graph, n, *step.op.kernel, step.op.params);
  scratch_ = std::max(scratch_, static_cast<size_t>(step.op.scratch));
  state_ += words(static_cast<size_t>(step.op.state_bytes)) * 8;
  moves_.push_back({Move::Kind::kStep, steps_.size()});
  steps_.push_back(std::move(step));
  if (op_code(node) == nook::OpCode::kSvdf) remembered_.push_back(node.in[SvdfOperands::kState]);
  if (stores_variable(graph, node)) remembered_.push_back(node.out[0]);
  return Done{};
}

Result<Network> Network::make(const Graph& graph, KernelRows rows) {
  CompileOptions options;
  options.target = &target_here();
  LoweredNodes nodes(options);
  Network network;
  network.graph_ = &graph;
  network.root_.resize(graph.tensors.size());
  std::iota(network.root_.begin(), network.root_.end(), size_t{0});
  for (const auto& [tensor, to] : graph.regions.joined) network.root_[index(tensor)] = index(to);
  for (size_t& root : network.root_)
    while (network.root_[root] != root) root = network.root_[root];
  Mover mover(network);
  auto mark = graph.regions.marks.begin();
  for (size_t n = 0; n <= graph.nodes.size(); ++n) {
    for (; mark != graph.regions.marks.end() && mark->at == n; ++mark) mover.mark(*mark);
    if (n == graph.nodes.size() || graph.nodes[n].erased()) continue;
    if (const Status added = network.add_step(n, nodes, rows); !added) return added.diag();
  }
  return network;
}

Run::Run(const Network& network, Keeps keeps)
    : network_(network), keeps_(keeps), scratch_(words(network.scratch_)), state_(words(network.state_)) {
  const Graph& graph = network.graph();
  buffers_.resize(graph.tensors.size());
  const auto make = [&](TensorId t) {
    if (t == TensorId::kNone || graph[t].constant()) return;
    std::vector<uint64_t>& bytes = buffers_[network.root_[index(t)]];
    if (bytes.empty()) bytes.assign(words(static_cast<size_t>(graph[t].bytes())), 0);
  };
  for (TensorId t : graph.inputs) make(t);
  for (const Network::Step& step : network.steps_) {
    for (TensorId t : step.node->in) make(t);
    for (TensorId t : step.node->out) make(t);
  }
}

const std::byte* Run::data(TensorId tensor) const {
  const Tensor& t = network_.graph()[tensor];
  return t.constant() ? t.data->data()
                      : reinterpret_cast<const std::byte*>(buffers_[network_.root_[index(tensor)]].data());
}

void Run::reset() {
  if (begun_ && keeps_ == Keeps::kAll) return;
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

void Run::take(const Network::Step& step) {
  in_.clear(), out_.clear();
  for (TensorId t : step.node->in) in_.push_back(t == TensorId::kNone ? nullptr : data(t));
  in_.resize(std::max(in_.size(), step.operands));
  if (step.packed) {
    const nook::Signature& signature = op_row(*step.node).signature;
    for (size_t i = 0; i < in_.size(); ++i)
      if (signature.packed(i)) in_[i] = nullptr;
    in_[signature.first(nook::Role::kWeights)] = step.packed->data();
  }
  for (TensorId t : step.node->out) out_.push_back(buffer(t));
  nook::Io io{in_.data(), out_.data(), scratch_.data()};
  io.state = reinterpret_cast<std::byte*>(state_.data()) + step.state;
  step.op.invoke(step.op.params, io);
}

Status Run::run(const std::vector<Bytes>& inputs) {
  const Graph& graph = network_.graph();
  reset();
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    std::memcpy(buffer(graph.inputs[i]), inputs[i].data(), inputs[i].size());
  size_t back = 0;
  for (size_t at = 0; at < network_.moves_.size();) {
    const Network::Move& move = network_.moves_[at];
    if (move.kind == Network::Move::Kind::kStep) {
      take(network_.steps_[move.to]);
      ++at;
    } else if (move.kind == Network::Move::Kind::kGo || *data(move.condition) == std::byte{0}) {
      back += move.to < at;
      if (back > kMostIterations)
        return Diag{Exit::kUnsupported, "N3054", graph.file,
                    "a loop has not ended after " + std::to_string(kMostIterations) + " iterations",
                    "give samples like those of the application: a value of theirs decides when it ends"};
      at = move.to;
    } else {
      ++at;
    }
  }
  return Done{};
}

std::span<const float> Run::real(TensorId tensor) {
  const Tensor& t = network_.graph()[tensor];
  const std::byte* const from = data(tensor);
  if (t.type == nook::DType::kF32)
    return {reinterpret_cast<const float*>(from), static_cast<size_t>(t.shape.elements())};
  real_.resize(static_cast<size_t>(t.shape.elements()));
  switch (t.type) {
    case nook::DType::kS8:
      bytes_to_real(t, from, real_);
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
