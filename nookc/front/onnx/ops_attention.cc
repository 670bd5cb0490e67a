// Attention: softmax(Q K^T * scale + bias) V for each head, from the operators of its parts.
#include <cfloat>
#include <limits>

#include "nook/ops/greater_equal/greater_equal_op.h"
#include "nook/ops/less_equal/less_equal_op.h"
#include "nook/ops/logical_and/logical_and_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

constexpr double kNever =
    -std::numeric_limits<double>::infinity();  // bias of a key that a query must not see
constexpr int64_t kMostScores = 1 << 22;       // elements of a bias that is computed here

enum Operand : size_t { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kLengths };
enum AttentionResult : size_t { kY, kPresentKey, kPresentValue, kScores };
enum ScoresAfter : int64_t { kAfterProduct, kAfterCap, kAfterBias, kAfterSoftmax };

// The operands as [batch][heads][steps][size], and numbers from their shapes.
struct Heads {
  Value q, k, v;
  bool flat = false;                         // they are [batch][steps][heads * size] in the model
  int64_t batch = 0, heads = 0, groups = 0;  // heads of queries; heads of keys and values
  int64_t steps = 0, past = 0, keys = 0;     // queries; keys before this call's, and all keys
};

// Splits the last dimension of [batch][steps][heads * size] into heads.
std::string split_heads(Mapper& m, const char* attribute, Value* x) {
  const int64_t heads = m.node().integer(attribute, 0), width = x->shape[2];
  if (heads < 1 || width % heads != 0)
    return std::string(attribute) + ": need a number that divides " + std::to_string(width) + ", have " +
           std::to_string(heads);
  *x = m.permuted(m.reshaped(*x, {x->shape[0], x->shape[1], heads, width / heads}), {0, 2, 1, 3});
  return {};
}

std::string shapes_fit(const Heads& h) {
  const Dims &q = h.q.shape, &k = h.k.shape, &v = h.v.shape;
  if (q[0] != k[0] || q[0] != v[0]) return "Q, K and V differ in their batches";
  if (k[1] != v[1]) return "K and V differ in their heads";
  if (q[1] % k[1] != 0)
    return "need a multiple of " + std::to_string(k[1]) + " heads of Q, as K has, have " +
           std::to_string(q[1]);
  if (q[3] != k[3]) return "Q and K differ in the size of their heads";
  if (k[2] != v[2]) return "K and V differ in their lengths";
  return {};
}

std::string append_past(Mapper& m, size_t operand, int64_t* past, Value* x) {
  if (!m.given(operand)) return {};
  const Value before = m.in(operand);
  Dims fits = x->shape;
  if (before.shape.size() == 4) fits[2] = before.shape[2];
  if (before.shape != fits) return "its past keys or values do not have the shape of the new ones";
  *past = before.shape[2];
  *x = concat(m, {before, *x}, 2);
  return {};
}

std::string read_heads(Mapper& m, Heads* to) {
  Heads& h = *to;
  h.q = m.in(kQuery), h.k = m.in(kKey), h.v = m.in(kValue);
  const size_t rank = h.q.shape.size();
  if ((rank != 3 && rank != 4) || h.k.shape.size() != rank || h.v.shape.size() != rank)
    return "need Q, K and V of 3 dimensions each, or of 4";
  h.flat = rank == 3;
  if (h.flat) {
    if (const std::string why = split_heads(m, "q_num_heads", &h.q); !why.empty()) return why;
    for (Value* x : {&h.k, &h.v})
      if (const std::string why = split_heads(m, "kv_num_heads", x); !why.empty()) return why;
  }
  if (const std::string why = shapes_fit(h); !why.empty()) return why;
  if (m.given(kPastKey) != m.given(kPastValue)) return "need both past_key and past_value, or neither";
  if (m.given(kPastKey) && m.given(kLengths)) return "past_key and nonpad_kv_seqlen exclude each other";
  if (const std::string why = append_past(m, kPastKey, &h.past, &h.k); !why.empty()) return why;
  if (const std::string why = append_past(m, kPastValue, &h.past, &h.v); !why.empty()) return why;
  h.batch = h.q.shape[0], h.heads = h.q.shape[1], h.groups = h.k.shape[1];
  h.steps = h.q.shape[2], h.keys = h.k.shape[2];
  return {};
}

// Which keys a query may see, by their distance: query i is at position i + offset.
struct Reach {
  bool causal = false;
  int64_t left = -1, right = -1;  // -1: any distance
  bool any() const { return causal || left >= 0 || right >= 0; }
  // How far a key may be after the query at most; nothing: any distance.
  std::optional<int64_t> after() const {
    if (causal) return right >= 0 ? std::min<int64_t>(right, 0) : 0;
    return right >= 0 ? std::optional(right) : std::nullopt;
  }
  bool sees(int64_t position, int64_t key) const {
    return (!after() || key - position <= *after()) && (left < 0 || position - key <= left);
  }
};

using Rows = std::vector<double>;

// [steps][keys] of 0 and -infinity, with the first `count` keys valid.
Rows bias_of(const Heads& h, const Reach& reach, int64_t offset, int64_t count) {
  Rows bias;
  for (int64_t i = 0; i < h.steps; ++i)
    for (int64_t j = 0; j < h.keys; ++j) bias.push_back(j < count && reach.sees(i + offset, j) ? 0 : kNever);
  return bias;
}

// The bias of lengths that are known, or of none.
Value known_bias(const Heads& h, const Reach& reach, const ConstantPtr& lengths) {
  if (!lengths) return real_constant({h.steps, h.keys}, bias_of(h, reach, h.past, h.keys));
  Rows all;
  for (const int64_t length : integers_of(*lengths)) {
    const Rows one = bias_of(h, reach, length - h.steps, length);
    all.insert(all.end(), one.begin(), one.end());
  }
  return real_constant({h.batch, 1, h.steps, h.keys}, all);
}

Value seen_or_never(Mapper& m, const Value& seen) {
  Aligned all;
  if (!align(m, {seen, real_constant(0), real_constant(kNever)}, &all)) return seen;
  const TensorId y = m.fresh(dims_in(all.shape, all.order), kReal);
  m.emit(nook::SelectV2::Attrs{}, all.in, {y});
  return m.value(y, all.shape, all.order);
}

// The bias of lengths that are known only when the model runs: comparisons of each length with constants.
Value computed_bias(Mapper& m, const Heads& h, const Reach& reach) {
  const Value length = m.reshaped(in_memory(m, m.raw(kLengths)), {h.batch, 1, 1, 1});
  // `least(i, j)`: the smallest length for which query i sees key j.
  const auto limits = [&](auto limit) {
    std::vector<int64_t> all;
    for (int64_t i = 0; i < h.steps; ++i)
      for (int64_t j = 0; j < h.keys; ++j) all.push_back(limit(i, j));
    const Dims dims = {1, 1, h.steps, h.keys};
    return in_memory(m, known_value(length.type, dims, make_constant(length.type, dims, all)));
  };
  const std::optional<int64_t> after = reach.after();
  const Value least =
      limits([&](int64_t i, int64_t j) { return std::max(j + 1, after ? j - *after - i + h.steps : 0); });
  Value seen = binary(m, nook::LessEqual::Attrs{}, least, length, kTruth);
  if (reach.left >= 0) {
    const Value most = limits([&](int64_t i, int64_t j) { return j + reach.left - i + h.steps; });
    seen = binary(m, nook::LogicalAnd::Attrs{}, seen,
                  binary(m, nook::GreaterEqual::Attrs{}, most, length, kTruth), kTruth);
  }
  return seen_or_never(m, seen);
}

// The mask as a bias, as long as the keys.
std::string mask_bias(Mapper& m, const Heads& h, Value* to) {
  Value mask = m.in(kMask);
  if (mask.type != kTruth && mask.type != kReal) return "attn_mask: need bool or float32";
  if (mask.shape.empty() || mask.shape.size() > 4 || mask.shape.back() > h.keys)
    return "attn_mask: its shape does not fit that of the scores";
  if (mask.type == kTruth && mask.known()) {
    std::vector<double> bias = numbers_of(*mask.constant);
    for (double& number : bias) number = number != 0 ? 0 : kNever;
    mask = real_constant(mask.shape, bias);
  } else if (mask.type == kTruth) {
    mask = seen_or_never(m, mask);
  }
  if (const int64_t missing = h.keys - mask.shape.back(); missing > 0 && mask.shape.back() > 1) {
    Dims rest = mask.shape;
    rest.back() = missing;
    const Value never = real_constant(rest, Rows(static_cast<size_t>(elements_of(rest).value_or(0)), kNever));
    mask = concat(m, {in_memory(m, mask), in_memory(m, never)}, static_cast<int64_t>(rest.size()) - 1);
  }
  *to = mask;
  return {};
}

// The bias that is added to the scores; nothing: every query sees every key.
std::string read_bias(Mapper& m, const Heads& h, std::optional<Value>* to) {
  Reach reach;
  reach.causal = m.node().integer("is_causal", 0) != 0;
  reach.left = m.node().integer("left_window_size", -1),
  reach.right = m.node().integer("right_window_size", -1);
  if (reach.left < -1 || reach.right < -1) return "left_window_size, right_window_size: need -1 or more";
  const ConstantPtr lengths = m.constant(kLengths);
  if (m.given(kLengths) && m.raw(kLengths).shape != Dims{h.batch})
    return "nonpad_kv_seqlen: need one length for each of the batch";
  if (h.steps * h.keys > kMostScores / h.batch) return "it has more than 2^22 scores a head";
  if (m.given(kLengths) && !lengths) {
    *to = computed_bias(m, h, reach);
  } else if (reach.any() || lengths) {
    *to = known_bias(h, reach, lengths);
  }
  if (!m.given(kMask)) return {};
  Value mask;
  if (const std::string why = mask_bias(m, h, &mask); !why.empty()) return why;
  if (!*to) {
    *to = mask;
  } else {
    *to = added(m, in_memory(m, **to), in_memory(m, mask));
  }
  return {};
}

// The bias without infinities, and for each query 1, or 0 if it sees no key at all. The lowest number is as
// good as -infinity, but a softmax of nothing else would not be a number.
struct Guarded {
  Value bias;
  std::optional<Value> alive;
};

Guarded guarded(Mapper& m, const Value& bias) {
  const double lowest = -static_cast<double>(FLT_MAX);
  if (!bias.known()) {
    nook::ReduceMax::Attrs largest;
    largest.keep_dims = true;
    const int64_t last = static_cast<int64_t>(bias.shape.size()) - 1;
    const Value most = reduce(m, largest, bias, {last}, true);
    const Value sees = binary(m, nook::GreaterEqual::Attrs{}, most, real_constant(lowest), kTruth);
    return {binary(m, nook::Maximum::Attrs{}, bias, real_constant(lowest)), converted(m, sees, kReal)};
  }
  Rows numbers = reals_of(*bias.constant), alive;
  const size_t keys = static_cast<size_t>(bias.shape.back());
  bool all = true;
  for (size_t row = 0; row < numbers.size(); row += keys) {
    alive.push_back(0);
    for (size_t j = row; j < row + keys; ++j) {
      if (numbers[j] >= lowest) alive.back() = 1;
      numbers[j] = std::max(numbers[j], lowest);
    }
    all &= alive.back() != 0;
  }
  Dims rows = bias.shape;
  rows.back() = 1;
  Guarded made{real_constant(bias.shape, numbers), {}};
  if (!all) made.alive = real_constant(rows, alive);
  return made;
}

Value softmax(Mapper& m, const Value& x) {
  const TensorId from = m.plain(x), y = m.fresh(x.shape, kReal);
  m.emit(nook::Softmax::Attrs{}, {from}, {y});
  return m.value(y, x.shape);
}

// One product for all the heads that share a head of keys or values.
Value product(Mapper& m, const Heads& h, const Value& x, const Value& shared, bool transposed) {
  const Value rows =
      m.reshaped(in_memory(m, x), {h.batch, h.groups, h.heads / h.groups * h.steps, x.shape[3]});
  const Value y = batch_product(m, rows, shared, transposed);
  return m.trouble().empty() ? m.reshaped(y, {h.batch, h.heads, h.steps, y.shape[3]}) : y;
}

// The weights of the keys for each query.
std::string weights_of(Mapper& m, const Heads& h, Value* to) {
  const int64_t after = m.node().integer("qk_matmul_output_mode", kAfterProduct);
  if (after < kAfterProduct || after > kAfterSoftmax) return "qk_matmul_output_mode: need 0 to 3";
  const double usual = 1 / std::sqrt(static_cast<double>(h.q.shape[3]));
  const double scale = m.node().has("scale") ? static_cast<double>(m.node().real("scale", 1)) : usual;
  const double cap = static_cast<double>(m.node().real("softcap", 0));
  if (!(cap >= 0)) return "softcap: need 0 or more";
  const auto show = [&](ScoresAfter stage, const Value& scores) {
    if (after == stage) m.give(kScores, scores);
  };
  Value scores = product(m, h, times(m, h.q, scale), h.k, true);
  if (!m.trouble().empty()) return {};
  show(kAfterProduct, scores);
  if (cap > 0) scores = times(m, unary(m, nook::Tanh::Attrs{}, times(m, scores, 1 / cap)), cap);
  show(kAfterCap, scores);
  std::optional<Value> bias, alive;
  if (const std::string why = read_bias(m, h, &bias); !why.empty()) return why;
  if (after == kAfterBias && m.wanted(kScores)) m.give(kScores, bias ? added(m, scores, *bias) : scores);
  if (bias) {
    const Guarded made = guarded(m, *bias);
    scores = added(m, scores, made.bias), alive = made.alive;
  }
  if (!m.trouble().empty()) return {};
  if (scores.shape != Dims{h.batch, h.heads, h.steps, h.keys})
    return "attn_mask: its shape does not fit that of the scores";
  *to = softmax(m, scores);
  if (alive) *to = multiplied(m, *to, *alive);
  show(kAfterSoftmax, *to);
  return {};
}

}  // namespace

std::string map_attention(Mapper& m) {
  Heads h;
  if (const std::string why = read_heads(m, &h); !why.empty()) return why;
  m.give(kPresentKey, h.k), m.give(kPresentValue, h.v);
  Value weights;
  if (const std::string why = weights_of(m, h, &weights); !why.empty() || !m.trouble().empty()) return why;
  Value y = product(m, h, weights, h.v, false);
  if (!m.trouble().empty()) return {};
  if (h.flat) y = m.reshaped(m.permuted(y, {0, 2, 1, 3}), {h.batch, h.steps, h.heads * h.v.shape[3]});
  m.give(kY, y);
  return {};
}

}  // namespace nookc::onnx
