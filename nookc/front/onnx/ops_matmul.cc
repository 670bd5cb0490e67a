// Dense layers and matrix products.
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"
#include "nookc/front/onnx/layer_weights.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

Constant scaled(const Constant& constant, double factor) {
  if (factor == 1) return constant;
  std::vector<double> numbers = reals_of(constant);
  for (double& number : numbers) number *= factor;
  return make_constant(kReal, constant.dims, numbers);
}

}  // namespace

Value batch_product(Mapper& m, const Value& a, const Value& b, bool transpose_b) {
  Dims shape;
  const size_t rank = std::max(a.shape.size(), b.shape.size());
  Value both[2] = {a, b};
  for (Value& v : both) {
    Dims dims(rank - v.shape.size(), 1);
    dims.insert(dims.end(), v.shape.begin(), v.shape.end());
    v = m.reshaped(v, dims);
  }
  for (size_t i = 0; i + 2 < rank; ++i) {
    const int64_t x = both[0].shape[i], y = both[1].shape[i];
    if (x != y && x != 1 && y != 1) {
      m.refuse("the shapes of its operands can't be broadcast");
      return a;
    }
    shape.push_back(x == 1 ? y : x);
  }
  shape.push_back(both[0].shape[rank - 2]);
  shape.push_back(both[1].shape[transpose_b ? rank - 2 : rank - 1]);
  if (both[0].shape[rank - 1] != both[1].shape[transpose_b ? rank - 1 : rank - 2]) {
    m.refuse("the shapes of its matrices do not match");
    return a;
  }
  nook::BatchMatmul::Attrs attrs;
  attrs.adj_y = transpose_b;
  const TensorId left = m.plain(both[0]), right = m.plain(both[1]), y = m.fresh(shape, kReal);
  m.emit(attrs, {left, right}, {y});
  return m.value(y, shape);
}

std::string map_gemm(Mapper& m) {
  const OnnxNode& node = m.node();
  const double alpha = static_cast<double>(node.real("alpha", 1)),
               beta = static_cast<double>(node.real("beta", 1));
  const bool flip_a = node.integer("transA", 0) != 0, flip_b = node.integer("transB", 0) != 0;
  const Value& a = m.raw(0);
  const Value& b = m.raw(1);
  if (a.shape.size() != 2 || b.shape.size() != 2) return "need two matrices";
  const int64_t units = b.shape[flip_b ? 0 : 1], depth = b.shape[flip_b ? 1 : 0];
  if (a.shape[flip_a ? 0 : 1] != depth) return "the shapes of its matrices do not match";
  if (alpha != 1 || beta != 1 || (m.given(2) && !m.constant(2))) m.compute_in_float();
  const ConstantPtr c = m.constant(2);
  const bool vector =
      c && static_cast<int64_t>(c->size()) == units && (c->dims.empty() || c->dims.back() == units);
  const bool one = c && c->size() == 1 && units != 1;
  if (m.constant(1) && (!m.given(2) || vector)) {
    Weights all;
    if (const std::string why = read_weights(m, 1, 2, flip_b ? 0 : 1, &all); !why.empty()) return why;
    Value x = m.in(0);
    if (flip_a) x = m.permuted(x, {1, 0});
    if (!flip_b) all.weights = transposed(all.weights, {1, 0});
    if (all.bias && beta != 1) all.bias = shared(scaled(*all.bias, beta));
    m.give(0, dense(m, with_again(m, x, 1, 1, all), scaled(all.weights, alpha), all.bias));
    return {};
  }
  m.compute_in_float();
  Value x = m.in(0), w = m.in(1);
  if (flip_a) x = m.permuted(x, {1, 0});
  Value y = w.known() ? dense(m, x, flip_b ? *w.constant : transposed(*w.constant, {1, 0}), nullptr)
                      : batch_product(m, x, w, flip_b);
  if (alpha != 1) y = multiplied(m, y, real_constant(alpha));
  if (m.given(2)) {
    Value term = m.in(2);
    if (one) term = m.reshaped(term, {1});
    if (beta != 1) term = multiplied(m, in_memory(m, term), real_constant(beta));
    y = added(m, y, term);
  }
  m.give(0, y);
  return {};
}

namespace {

// Integer matrices, as in decision trees exported as networks: exact in float32 up to 2^24.
std::string whole_matmul(Mapper& m) {
  const Value x = converted(m, m.in(0), kReal), y = converted(m, m.in(1), kReal);
  if (x.shape.size() < 2 || y.shape.size() < 2) return "need matrices of integers";
  const Value left = in_memory(m, x), right = in_memory(m, y);
  const Value z = batch_product(m, left, right, false);
  if (m.trouble().empty()) m.give(0, converted(m, z, m.raw(0).type));
  return {};
}

// BATCH_MATMUL has no fused activation.
Value clamped_by_fused(Mapper& m, const Value& x) {
  switch (m.fused()) {
    case nook::Activation::kRelu:
      return unary(m, nook::Relu::Attrs{}, x);
    case nook::Activation::kRelu6:
      return unary(m, nook::Relu6::Attrs{}, x);
    case nook::Activation::kReluN1To1:
      return unary(m, nook::ReluN1To1::Attrs{}, x);
    default:
      return x;
  }
}

}  // namespace

std::string map_matmul(Mapper& m) {
  const Dims a = m.raw(0).shape, b = m.raw(1).shape;
  if (a.empty() || b.empty()) return "need matrices or vectors";
  if (m.raw(0).type != kReal || m.raw(1).type != kReal) return whole_matmul(m);
  if (m.constant(1) && b.size() == 2 && !m.raw(0).known()) {
    if (a.back() != b[0]) return "the shapes of its matrices do not match";
    Weights all;
    if (const std::string why = read_weights(m, 1, 2, 1, &all); !why.empty()) return why;
    const Value x = with_again(m, m.in(0), static_cast<int64_t>(a.size()) - 1, 1, all);
    m.give(0, dense(m, x, transposed(all.weights, {1, 0}), nullptr));
    return {};
  }
  if (m.integer() && (m.raw(0).known() || m.raw(1).known())) m.compute_in_float();
  Value x = m.in(0), y = m.in(1);
  // A vector becomes a matrix of one row or column; the result omits that dimension.
  if (a.size() == 1) x = m.reshaped(x, {1, a[0]});
  if (b.size() == 1) y = m.reshaped(y, {b[0], 1});
  Value z = clamped_by_fused(m, batch_product(m, x, y, false));
  if (!m.trouble().empty()) return {};
  Dims shape = z.shape;
  if (b.size() == 1) shape.pop_back();
  if (a.size() == 1) shape.erase(shape.end() - (b.size() == 1 ? 1 : 2));
  m.give(0, m.reshaped(z, shape));
  return {};
}

}  // namespace nookc::onnx
