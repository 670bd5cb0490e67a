#include "nookc/middle/passes/floats/fuse_norms.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nook/ops/layer_norm/layer_norm_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

using nook::OpCode;

// Whether the node is of this kind, without a fused activation.
bool is(const Node& node, OpCode code) {
  const nook::Activation* const activation = node.erased() ? nullptr : activation_of(node.attrs);
  return !node.erased() && op_code(node) == code && (!activation || *activation == nook::Activation::kNone);
}

// Finds the parts of a normalization backwards from its result.
class Matcher {
 public:
  Matcher(Graph& graph, const Users& users) : graph_(graph), users_(users) {}

  // The parts of a normalization; gamma and beta may be missing.
  struct Norm {
    TensorId x = TensorId::kNone, gamma = TensorId::kNone, beta = TensorId::kNone;
    nook::LayerNorm::Attrs attrs;
  };

  // y = c * r or c / sqrt(v + epsilon).
  std::optional<Norm> plain(const Node& y) const {
    if (is(y, OpCode::kMul))
      for (size_t i = 0; i < 2; ++i)
        if (const auto norm = of(y.in[i], inverse(y.in[1 - i])); norm && fits(*norm, y)) return norm;
    if (is(y, OpCode::kDiv))
      if (const Node* const root = made(OpCode::kSqrt, y.in[1]))
        if (const auto norm = of(y.in[0], variance(root->in[0])); norm && fits(*norm, y)) return norm;
    return {};
  }

  // y = x * r + (beta - mean * r), r = RSQRT(v + epsilon) * gamma.
  std::optional<Norm> keras(const Node& y) const {
    if (!is(y, OpCode::kAdd)) return {};
    for (size_t i = 0; i < 2; ++i) {
      const Node *const product = made(OpCode::kMul, y.in[i]), *const rest = made(OpCode::kSub, y.in[1 - i]);
      const Node* const of_mean = rest && numbers(rest->in[0]) ? made(OpCode::kMul, rest->in[1]) : nullptr;
      if (!product || !of_mean) continue;
      for (size_t k = 0; k < 2; ++k) {
        const TensorId x = product->in[k], r = product->in[1 - k];
        const bool same = of_mean->in[0] == r || of_mean->in[1] == r;
        const Variance v = scaled_inverse(r);
        const TensorId mean = of_mean->in[of_mean->in[0] == r ? 1 : 0];
        if (!same || !v.root || v.x != x || v.mean != mean || mean == TensorId::kNone) continue;
        Norm norm{x, v.gamma, rest->in[0], {true, v.dimensions, v.epsilon}};
        if (fits(norm, y)) return norm;
      }
    }
    return {};
  }

 private:
  // v + epsilon, its root or the inverse of that.
  struct Variance {
    bool root = false;                // found
    TensorId x = TensorId::kNone;     // the tensor that is normalized
    TensorId mean = TensorId::kNone;  // kNone: RMS
    TensorId gamma = TensorId::kNone;
    int32_t dimensions = 0;
    float epsilon = 0;
  };

  // The node of this kind that computes `t`.
  const Node* made(OpCode code, TensorId t) const {
    const Node* const node = t == TensorId::kNone ? nullptr : users_.producer(t);
    return node && is(*node, code) ? node : nullptr;
  }
  bool numbers(TensorId t) const {
    return t != TensorId::kNone && graph_[t].constant() && graph_[t].type == nook::DType::kF32;
  }
  std::optional<float> number(TensorId t) const {
    if (!numbers(t) || graph_[t].shape.elements() != 1) return {};
    return floats_of(graph_[t])[0];
  }

  // The number of innermost dimensions over which `node` averages and which it keeps; 0: others.
  int32_t averaged(const Node& node) const {
    const Tensor &x = graph_[node.in[0]], &axes = graph_[node.in[1]];
    if (!Graph::attrs<nook::Mean>(node)->keep_dims || !axes.constant() || axes.type != nook::DType::kS32)
      return 0;
    std::vector<bool> over(static_cast<size_t>(x.shape.rank));
    for (int32_t i = 0; i < axes.shape.elements(); ++i) {
      int32_t axis = 0;
      std::memcpy(&axis, axes.data->data() + static_cast<size_t>(i) * sizeof axis, sizeof axis);
      axis += axis < 0 ? x.shape.rank : 0;
      if (axis < 0 || axis >= x.shape.rank) return 0;
      over[static_cast<size_t>(axis)] = true;
    }
    const auto count = static_cast<int32_t>(std::ranges::count(over, true));
    const auto inner = std::count(over.end() - count, over.end(), true);
    return inner == count ? count : 0;
  }

  // The tensor of whose elements `t` is the square: c; or x and its mean.
  TensorId squared(TensorId t) const {
    if (const Node* const n = made(OpCode::kSquare, t)) return n->in[0];
    if (const Node* const n = made(OpCode::kMul, t)) return n->in[0] == n->in[1] ? n->in[0] : TensorId::kNone;
    if (const Node* const n = made(OpCode::kPow, t))
      if (number(n->in[1]) == 2.0f) return n->in[0];
    return TensorId::kNone;
  }

  // x and MEAN(x), if `c` is their difference, and otherwise c alone.
  Variance difference(TensorId c, int32_t dimensions) const {
    const Node* const node = made(OpCode::kSub, c);
    const Variance v = node ? centred(node->in[0], node->in[1], dimensions) : Variance{};
    return v.root ? v : Variance{true, c, TensorId::kNone, TensorId::kNone, dimensions, 0};
  }
  Variance centred(TensorId x, TensorId mean, int32_t dimensions) const {
    const Node* const node = made(OpCode::kMean, mean);
    if (!node || node->in[0] != x || averaged(*node) != dimensions) return {};
    return {true, x, mean, TensorId::kNone, dimensions, 0};
  }

  // The mean of squares, and epsilon.
  Variance variance(TensorId t) const {
    float epsilon = 0;
    if (const Node* const sum = made(OpCode::kAdd, t))
      for (size_t i = 0; i < 2; ++i)
        if (const auto found = number(sum->in[i]); found && *found >= 0) epsilon = *found, t = sum->in[1 - i];
    const Node* const mean = made(OpCode::kMean, t);
    const int32_t dimensions = mean ? averaged(*mean) : 0;
    if (dimensions == 0) return {};
    Variance v;
    if (const Node* const node = made(OpCode::kSquaredDifference, mean->in[0])) {
      v = centred(node->in[0], node->in[1], dimensions);
      if (!v.root) v = centred(node->in[1], node->in[0], dimensions);
    } else if (const TensorId c = squared(mean->in[0]); c != TensorId::kNone) {
      v = difference(c, dimensions);
    }
    v.epsilon = epsilon;
    return v;
  }

  Variance inverse(TensorId t) const {
    if (const Node* const node = made(OpCode::kRsqrt, t)) return variance(node->in[0]);
    if (const Node* const node = made(OpCode::kDiv, t))
      if (const Node* const root = made(OpCode::kSqrt, node->in[1]))
        if (number(node->in[0]) == 1.0f) return variance(root->in[0]);
    if (const Node* const node = made(OpCode::kPow, t))
      if (number(node->in[1]) == -0.5f) return variance(node->in[0]);
    return {};
  }

  Variance scaled_inverse(TensorId t) const {
    Variance v = inverse(t);
    const Node* const product = made(OpCode::kMul, t);
    for (size_t i = 0; !v.root && product && i < 2; ++i)
      if (numbers(product->in[i])) v = inverse(product->in[1 - i]), v.gamma = product->in[i];
    return v;
  }

  // `c` times the inverse root of `v`, if both are of one x.
  std::optional<Norm> of(TensorId c, const Variance& v) const {
    if (!v.root) return {};
    const Variance own = difference(c, v.dimensions);
    // x may be a difference itself: RMS of it.
    const bool rms = v.mean == TensorId::kNone && v.x == c;
    if (!rms && (!own.root || own.x != v.x || own.mean != v.mean)) return {};
    return Norm{rms ? c : v.x,
                TensorId::kNone,
                TensorId::kNone,
                {!rms && own.mean != TensorId::kNone, v.dimensions, v.epsilon}};
  }

  bool fits(const Norm& norm, const Node& y) const {
    const Tensor& x = graph_[norm.x];
    return x.shape == graph_[y.out[0]].shape && x.type == nook::DType::kF32 &&
           std::isfinite(norm.attrs.epsilon);
  }

  Graph& graph_;
  const Users& users_;
};

int64_t depth_of(const Graph& graph, const Node& norm) {
  const nook::Shape& x = graph[norm.in[0]].shape;
  int64_t depth = 1;
  for (int i = 0; i < Graph::attrs<nook::LayerNorm>(norm)->dimensions; ++i) depth *= x.back(i);
  return depth;
}

// A constant with a number for each element of a row, times `sign`; nothing if it has others.
std::optional<Tensor> per_element(const Graph& graph, const Node& norm, TensorId t, double sign) {
  const std::vector<float> from = t == TensorId::kNone ? std::vector<float>{} : floats_of(graph[t]);
  const auto depth = static_cast<size_t>(depth_of(graph, norm));
  const nook::Shape &x = graph[norm.in[0]].shape, &shape = t == TensorId::kNone ? x : graph[t].shape;
  if (from.size() != 1 && from.size() != depth) return {};
  for (int i = 0; from.size() > 1 && i < std::min(shape.rank, x.rank); ++i)
    if (shape.back(i) != (i < Graph::attrs<nook::LayerNorm>(norm)->dimensions ? x.back(i) : 1)) return {};
  if (shape.rank > x.rank) return {};
  std::vector<double> numbers(depth);
  for (size_t i = 0; i < depth; ++i) numbers[i] = sign * static_cast<double>(from[from.size() == 1 ? 0 : i]);
  return float_constant(graph[t], {{static_cast<int32_t>(depth)}, 1}, numbers);
}

// Makes `node` compute the normalization.
void replace(Users& users, Node& node, const Matcher::Norm& norm) {
  node.attrs = norm.attrs;
  node.in.resize(3, TensorId::kNone);
  users.read(node, 0, norm.x), users.read(node, 1, norm.gamma), users.read(node, 2, norm.beta);
}

bool start(Graph& graph, Users& users, Node& node) {
  const Matcher matcher(graph, users);
  std::optional<Matcher::Norm> norm = matcher.plain(node);
  if (!norm) norm = matcher.keras(node);
  if (!norm) return false;
  Node trial;
  trial.attrs = norm->attrs, trial.in = {norm->x};
  for (TensorId* const t : {&norm->gamma, &norm->beta}) {
    if (*t == TensorId::kNone) continue;
    const std::optional<Tensor> numbers = per_element(graph, trial, *t, 1);
    if (!numbers) return false;
    *t = users.add(*numbers);
  }
  replace(users, node, *norm);
  return true;
}

// The factor or summand that `node` combines with the normalization of operand `i`, and its sign.
bool absorb(Graph& graph, Users& users, Node& node, size_t i) {
  Node* const norm = users.sole_producer<nook::LayerNorm>(node.in[i]);
  if (!norm || !(graph[node.in[i]].shape == graph[node.out[0]].shape)) return false;
  const bool difference = is(node, OpCode::kSub) && i == 0;
  const bool plain = norm->in[2] == TensorId::kNone;
  const bool scales = is(node, OpCode::kMul) && plain && norm->in[1] == TensorId::kNone;
  const bool shifts = (is(node, OpCode::kAdd) || difference) && plain;
  if (!scales && !shifts) return false;
  const std::optional<Tensor> numbers = per_element(graph, *norm, node.in[1 - i], difference ? -1 : 1);
  if (!numbers) return false;
  Matcher::Norm whole{norm->in[0], norm->in[1], norm->in[2], *Graph::attrs<nook::LayerNorm>(*norm)};
  (scales ? whole.gamma : whole.beta) = users.add(*numbers);
  replace(users, node, whole);
  users.erase(*norm);
  return true;
}

}  // namespace

int fuse_norms(Graph& graph) {
  if (!graph.regions.empty()) return 0;
  Users users(graph);
  int fused = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || node.out.size() != 1 || graph[node.out[0]].type != nook::DType::kF32) continue;
    if (start(graph, users, node)) {
      ++fused;
    } else if (node.in.size() == 2) {
      for (size_t i = 0; i < 2 && node.in.size() == 2; ++i)
        if (node.in[i] != TensorId::kNone) absorb(graph, users, node, i);
    }
  }
  if (fused > 0) drop_dead(graph);
  invariant([&] { return verify(graph).empty(); }, "fused normalizations leave a valid graph");
  return fused;
}

}  // namespace nookc
