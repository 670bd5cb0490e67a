#include "nookc/front/import/unsigned.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/detection_post_process/detection_post_process_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/lookup/lookup_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

constexpr int32_t kHalf = 128;

bool is_quantized(const Tensor& t) { return t.type == nook::DType::kU8 && !t.scales.empty(); }

bool takes_part(const Graph& graph, const Node& node) {
  const auto quantized = [&](TensorId t) { return t != TensorId::kNone && is_quantized(graph[t]); };
  return std::ranges::any_of(node.in, quantized) || std::ranges::any_of(node.out, quantized);
}

// Operators that use the raw bytes rather than the numbers they represent, or round differently from
// their forms of int8.
bool reads_bytes(const Node& node) {
  switch (op_code(node)) {
    case nook::OpCode::kCast:
    case nook::OpCode::kAveragePool2D:
    case nook::OpCode::kL2Normalization:
    case nook::OpCode::kMean:
    case nook::OpCode::kResizeBilinear:
      return true;
    default:
      return nook::is_custom(op_code(node));
  }
}

// An operator that TensorFlow Lite computes in floating point, whatever the type of its operands.
bool dequantizes(const Node& node) { return Graph::attrs<nook::DetectionPostProcess>(node) != nullptr; }

bool keeps_bytes(const Node& node) { return reads_bytes(node) && !dequantizes(node); }

bool refused(const Graph& graph, const Node& node, NodeMemory& memory) {
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  return prepare_node(graph, node, context).code() == nook::Code::kBadType;
}

bool needs_signed(const Graph& graph) {
  bool needs = false;
  NodeMemory memory;
  for (const Node& node : graph.nodes) {
    if (takes_part(graph, node) && !reads_bytes(node)) needs = needs || refused(graph, node, memory);
    if (dequantizes(node) && takes_part(graph, node)) return true;
  }
  return needs;
}

// Converts a tensor to int8 with the same real numbers. If all weights minus the zero point fit, the zero
// point becomes 0, as the fast kernels require.
Tensor signed_of(Tensor t) {
  t.type = nook::DType::kS8;
  t.zero_point -= kHalf;
  if (!t.constant()) return t;
  auto bytes = std::make_shared<Bytes>(*t.data);
  for (std::byte& b : *bytes) b ^= std::byte{kHalf};
  t.data = std::move(bytes);
  return t;
}

bool center(Tensor& weights) {
  auto bytes = std::make_shared<Bytes>(*weights.data);
  for (std::byte& b : *bytes) {
    const int32_t value = static_cast<int8_t>(b) - weights.zero_point;
    if (value < -127 || value > 127) return false;
    b = static_cast<std::byte>(value);
  }
  weights.data = std::move(bytes), weights.zero_point = 0;
  return true;
}

// A table for NOOK_LOOKUP, counted from -128, of the int8 result for each uint8 operand.
Tensor table_of(const std::string& name, const std::function<int32_t(int32_t)>& result) {
  Tensor table;
  table.name = name + "_table";
  table.type = nook::DType::kS8;
  table.shape.rank = 1, table.shape.dim[0] = NOOK_LOOKUP_SIZE;
  auto bytes = std::make_shared<Bytes>();
  for (int32_t x = 0; x < NOOK_LOOKUP_SIZE; ++x)
    bytes->push_back(static_cast<std::byte>(std::clamp(result(x), 0, 255) - kHalf));
  table.data = std::move(bytes);
  return table;
}

// Far beyond uint8; also for the infinities and NaN that the scales of a damaged file lead to.
int32_t rounded(float v) {
  return v > -1e6f && v < 1e6f ? static_cast<int32_t>(std::round(v)) : v > 0 ? 1000000 : -1000000;
}

// TensorFlow Lite's tables of uint8: a function of the real number, rounded in float32.
Tensor curve_table(const Tensor& x, const Tensor& y, float (*curve)(float)) {
  const float inverse = 1 / y.scales[0], scale = x.scales[0];
  const int32_t zero = x.zero_point + kHalf, to = y.zero_point + kHalf;
  return table_of(y.name, [&](int32_t v) {
    const float real = scale * static_cast<float>(v - zero);
    return rounded(curve(real) * inverse) + to;
  });
}

// How TensorFlow Lite rescales a part of a CONCATENATION of uint8, in float32.
Tensor part_table(const Tensor& part, const Tensor& whole) {
  const float scale = part.scales[0] * (1.0f / whole.scales[0]);
  const float bias = static_cast<float>(-(part.zero_point + kHalf)) * scale;
  return table_of(part.name, [&](int32_t v) {
    const float moved = static_cast<float>(v) * scale;
    return rounded(moved + bias) + whole.zero_point + kHalf;
  });
}

float logistic(float v) { return 1.0f / (1.0f + std::exp(-v)); }
float hyperbolic(float v) { return std::tanh(v); }

// The same real numbers as float32, without a value; biases get theirs.
Tensor float_of(const Tensor& from) {
  Tensor t = from;
  t.name += "_float";
  t.type = nook::DType::kF32, t.scales.clear(), t.zero_point = 0, t.channel_axis = 0;
  t.source = -1, t.data = nullptr;
  if (from.type != nook::DType::kS32) return t;
  auto bytes = std::make_shared<Bytes>(from.data->size());
  for (size_t i = 0; i * sizeof(float) < bytes->size(); ++i) {
    int32_t q = 0;
    std::memcpy(&q, from.data->data() + i * sizeof q, sizeof q);
    const float real = from.scales[i % from.scales.size()] * static_cast<float>(q);
    std::memcpy(bytes->data() + i * sizeof real, &real, sizeof real);
  }
  t.data = std::move(bytes);
  return t;
}

class Signer {
 public:
  explicit Signer(Graph& graph) : graph_(graph) {
    for (TensorId t : graph.inputs) at_border_.emplace(t, TensorId::kNone), has_bytes_.insert(t);
    for (TensorId t : graph.outputs) at_border_.emplace(t, TensorId::kNone);
    for (const Node& node : graph.nodes)
      if (keeps_bytes(node))
        for (const auto* side : {&node.in, &node.out})
          for (TensorId t : *side)
            if (t != TensorId::kNone) at_border_.emplace(t, TensorId::kNone);
  }

  void run() {
    const size_t tensors = graph_.tensors.size();
    for (size_t i = 0; i < tensors; ++i) {
      const auto t = static_cast<TensorId>(i);
      if (!is_quantized(graph_[t])) continue;
      if (const auto at = at_border_.find(t); at != at_border_.end()) {
        at->second = counterpart(t);
      } else {
        graph_[t] = signed_of(graph_[t]);
      }
    }
    for (const Node& node : graph_.nodes)
      if (!keeps_bytes(node)) read_inside_.insert(node.in.begin(), node.in.end());
    std::vector<Node> nodes;
    for (TensorId t : graph_.inputs)
      if (at_border_[t] != TensorId::kNone && read_inside_.contains(t) && converted_.insert(t).second)
        nodes.push_back(quantize(t, at_border_[t]));
    for (Node& node : graph_.nodes) {
      if (keeps_bytes(node)) {
        keep_bytes(std::move(node), nodes);
        continue;
      }
      for (TensorId& t : node.in) t = inner(t);
      for (TensorId& t : node.out) t = inner(t);
      join_parts(node, nodes);
      look_up(node);
      center_weights(node);
      if (dequantizes(node) || lacks_form(node))
        run_in_floats(std::move(node), nodes);
      else
        nodes.push_back(std::move(node));
    }
    for (TensorId t : graph_.outputs) give_bytes(t, nodes);
    graph_.nodes = std::move(nodes);
  }

 private:
  TensorId inner(TensorId t) const {
    const auto at = at_border_.find(t);
    return at == at_border_.end() || at->second == TensorId::kNone ? t : at->second;
  }

  // The int8 counterpart of a tensor that stays uint8.
  TensorId counterpart(TensorId t) {
    Tensor inside = signed_of(graph_[t]);
    inside.name += "_int8";
    inside.source = -1;
    return graph_.add(std::move(inside));
  }

  static Node converting(Attrs attrs, TensorId from, TensorId to) {
    Node node;
    node.attrs = std::move(attrs);
    node.in = {from}, node.out = {to};
    return node;
  }
  static Node quantize(TensorId from, TensorId to) { return converting(nook::Quantize::Attrs{}, from, to); }

  // Produces the uint8 bytes of a tensor that so far exists only in int8.
  void give_bytes(TensorId t, std::vector<Node>& nodes) {
    const auto at = at_border_.find(t);
    if (at == at_border_.end() || at->second == TensorId::kNone || graph_[t].constant()) return;
    if (has_bytes_.insert(t).second) nodes.push_back(quantize(at->second, t));
  }

  // Keeps an operator unchanged.
  void keep_bytes(Node node, std::vector<Node>& nodes) {
    for (TensorId t : node.in)
      if (t != TensorId::kNone) give_bytes(t, nodes);
    const std::vector<TensorId> out = node.out;
    nodes.push_back(std::move(node));
    for (TensorId t : out) {
      if (!has_bytes_.insert(t).second || !read_inside_.contains(t)) continue;
      if (const TensorId inside = inner(t); inside != t) nodes.push_back(quantize(t, inside));
    }
  }

  // An operator without a form of int8 computes with real numbers: a DEQUANTIZE before it for each operand, a
  // QUANTIZE after it for each result. It stays as it is if it has no form of float32 either.
  void run_in_floats(Node node, std::vector<Node>& nodes) {
    const size_t tensors = graph_.tensors.size();
    Node real = node;
    std::vector<Node> before, after;
    for (TensorId& t : real.in) {
      if (t == TensorId::kNone || !is_real(t)) continue;
      const TensorId from = std::exchange(t, graph_.add(float_of(graph_[t])));
      if (!graph_[t].constant()) before.push_back(converting(nook::Dequantize::Attrs{}, from, t));
    }
    for (TensorId& t : real.out) {
      if (!is_real(t)) continue;
      const TensorId to = std::exchange(t, graph_.add(float_of(graph_[t])));
      after.push_back(converting(nook::Quantize::Attrs{}, t, to));
    }
    if (!dequantizes(node) && refused(graph_, real, memory_)) {
      graph_.tensors.resize(tensors);
      nodes.push_back(std::move(node));
      return;
    }
    for (Node& one : before) nodes.push_back(std::move(one));
    nodes.push_back(std::move(real));
    for (Node& one : after) nodes.push_back(std::move(one));
  }

  bool lacks_form(const Node& node) {
    const auto real = [&](TensorId t) { return t != TensorId::kNone && is_real(t); };
    return (std::ranges::any_of(node.in, real) || std::ranges::any_of(node.out, real)) &&
           refused(graph_, node, memory_);
  }

  // Whether it stands for real numbers: int8, or the biases of a layer.
  bool is_real(TensorId t) const {
    const Tensor& tensor = graph_[t];
    const bool biases = tensor.type == nook::DType::kS32 && tensor.constant();
    return (tensor.type == nook::DType::kS8 || biases) && !tensor.scales.empty() && !tensor.variable;
  }

  // In int8, all parts of a CONCATENATION need the scale of the whole.
  void join_parts(Node& node, std::vector<Node>& nodes) {
    if (!Graph::attrs<nook::Concatenation>(node) || graph_[node.out[0]].type != nook::DType::kS8) return;
    for (TensorId& part : node.in) {
      if (part == TensorId::kNone || graph_.same_quantization(part, node.out[0])) continue;
      if (graph_[part].scales.size() != 1 || graph_[node.out[0]].scales.size() != 1)
        continue;  // refused later
      Tensor scaled = graph_[part];
      scaled.name += "_scaled";
      scaled.source = -1, scaled.data = nullptr;
      scaled.scales = graph_[node.out[0]].scales, scaled.zero_point = graph_[node.out[0]].zero_point;
      const bool same_scale = scaled.scales == graph_[part].scales;
      const TensorId to = graph_.add(std::move(scaled));
      Node rescale = quantize(part, to);
      if (!same_scale) {
        rescale.attrs = nook::Lookup::Attrs{};
        rescale.in.push_back(graph_.add(part_table(graph_[part], graph_[to])));
      }
      nodes.push_back(std::move(rescale));
      part = to;
    }
  }

  // TensorFlow Lite computes these of uint8 by tables, and of int8 in fixed point.
  void look_up(Node& node) {
    const bool is_logistic = Graph::attrs<nook::Logistic>(node) != nullptr;
    if (!is_logistic && !Graph::attrs<nook::Tanh>(node)) return;
    const Tensor &x = graph_[node.in[0]], &y = graph_[node.out[0]];
    if (x.type != nook::DType::kS8 || y.type != nook::DType::kS8 || x.scales.size() != 1 ||
        y.scales.size() != 1)
      return;
    Tensor table = curve_table(x, y, is_logistic ? logistic : hyperbolic);
    node.attrs = nook::Lookup::Attrs{};
    node.in = {node.in[0], graph_.add(std::move(table))};
  }

  void center_weights(Node& node) {
    const size_t weights = op_row(node).signature.first(nook::Role::kWeights);
    if (weights >= node.in.size() || node.in[weights] == TensorId::kNone) return;
    Tensor centered = graph_[node.in[weights]];
    if (centered.type != nook::DType::kS8 || !centered.constant() || centered.zero_point == 0) return;
    if (center(centered)) node.in[weights] = graph_.add(std::move(centered));
  }

  Graph& graph_;
  NodeMemory memory_;
  // Inputs, outputs and operands read as bytes, mapped to the int8 tensors that other operators use instead.
  std::map<TensorId, TensorId> at_border_;
  std::set<TensorId> converted_;
  std::set<TensorId> read_inside_;  // by operators that compute with int8
  std::set<TensorId> has_bytes_;    // tensors of at_border_ that have been written as uint8
};

}  // namespace

void make_signed(Graph& graph) {
  if (!graph.regions.empty() || !needs_signed(graph)) return;
  Signer(graph).run();
  graph.rewritten = true;
}

}  // namespace nookc
