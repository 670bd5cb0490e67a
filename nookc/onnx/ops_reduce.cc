// Operators along axes: reductions, SOFTMAX, normalisations.
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/arg_min/arg_min_op.h"
#include "nook/ops/cumsum/cumsum_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/log/log_op.h"
#include "nook/ops/log_softmax/log_softmax_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/reduce_min/reduce_min_op.h"
#include "nook/ops/reduce_prod/reduce_prod_op.h"
#include "nook/ops/rsqrt/rsqrt_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/squared_difference/squared_difference_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/onnx/ops.h"

namespace nookc::onnx {
namespace {

int64_t rank_of(const Value& value) { return static_cast<int64_t>(value.shape.size()); }

// Along the last dimension in memory, which the axis is made.
template <class Op>
std::string along_last(Mapper& m) {
  Value x = m.in(0);
  const int64_t opset = m.node().integer("opset", m.opset());  // that a QLinearSoftmax is like
  int64_t axis = m.node().integer("axis", opset < 13 ? 1 : -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: it does not have that dimension";
  const Dims shape = x.shape;
  bool flat = false;
  // Up to opset 12 all dimensions from the axis on are one.
  if (opset < 13) {
    int64_t before = 1, behind = 1;
    for (int64_t i = 0; i < rank_of(x); ++i) (i < axis ? before : behind) *= shape[static_cast<size_t>(i)];
    flat = behind != shape[static_cast<size_t>(axis)];
    if (flat) x = m.reshaped(x, {before, behind}), axis = 1;
  }
  x = m.settled(in_memory(m, x));
  Order order = x.order;
  if (order.back() != static_cast<int>(axis)) {
    order.erase(std::find(order.begin(), order.end(), static_cast<int>(axis)));
    order.push_back(static_cast<int>(axis));
  }
  const TensorId from = m.stored(x, order), y = m.fresh(dims_in(x.shape, order), kReal);
  m.emit(typename Op::Attrs{}, {from}, {y});
  const Value made = m.value(y, x.shape, order);
  m.give(0, flat ? m.reshaped(made, shape) : made);
  return {};
}

template <class Op>
Attrs kept() {
  typename Op::Attrs attrs;
  attrs.keep_dims = true;
  return attrs;
}

Value mean(Mapper& m, const Value& x, const std::vector<int64_t>& axes) {
  return reduce(m, kept<nook::Mean>(), x, axes, true);
}

// (x - mean) / sqrt(variance + epsilon) along the axes.
Value normalized(Mapper& m, const Value& x, const std::vector<int64_t>& axes, double epsilon) {
  const Value middle = mean(m, x, axes);
  const Value variance = mean(m, binary(m, nook::SquaredDifference::Attrs{}, x, middle), axes);
  const Value sum = binary(m, nook::Add::Attrs{}, variance, real_constant(epsilon));
  return binary(m, nook::Mul::Attrs{}, binary(m, nook::Sub::Attrs{}, x, middle),
                unary(m, nook::Rsqrt::Attrs{}, sum));
}

}  // namespace

std::string map_softmax(Mapper& m) {
  m.fix_quantization(1.0f / 256, -128);
  return along_last<nook::Softmax>(m);
}

std::string map_log_softmax(Mapper& m) {
  m.compute_in_float();
  return along_last<nook::LogSoftmax>(m);
}

std::string map_reduce(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return "its axes are computed when the model runs";
  const std::string& op = m.node().op;
  Value x = m.in(0);
  std::vector<int64_t> axes = m.integers(1, "axes");
  // What is computed of each element is computed of it all the same.
  const bool none = axes.empty() && m.node().integer("noop_with_empty_axes", 0) != 0;
  for (int64_t& axis : axes)
    if (!fix_axis(rank_of(x), &axis)) return "axes: it does not have that dimension";
  if (axes.empty() && !none)
    for (int64_t i = 0; i < rank_of(x); ++i) axes.push_back(i);
  const bool keep = m.node().integer("keepdims", 1) != 0;
  if (op == "ReduceL1") x = unary(m, nook::Abs::Attrs{}, x);
  if (op == "ReduceL2" || op == "ReduceSumSquare") x = unary(m, nook::Square::Attrs{}, x);
  if (op == "ReduceLogSumExp") x = unary(m, nook::Exp::Attrs{}, x);
  Attrs attrs = kept<nook::Sum>();
  if (op == "ReduceMean") attrs = kept<nook::Mean>();
  if (op == "ReduceMax") attrs = kept<nook::ReduceMax>();
  if (op == "ReduceMin") attrs = kept<nook::ReduceMin>();
  if (op == "ReduceProd") attrs = kept<nook::ReduceProd>();
  if (m.integer() && (op == "ReduceMax" || op == "ReduceMin")) x = m.requantized(x, m.quantization());
  Value y = none ? x : reduce(m, attrs, x, axes, keep);
  if (op == "ReduceL2") y = unary(m, nook::Sqrt::Attrs{}, y);
  if (op == "ReduceLogSum" || op == "ReduceLogSumExp") y = unary(m, nook::Log::Attrs{}, y);
  m.give(0, y);
  return {};
}

std::string map_arg(Mapper& m) {
  if (m.node().integer("select_last_index", 0)) return "select_last_index: nook takes the first of equals";
  const Value x = m.settled(in_memory(m, m.in(0)));
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis)) return "axis: it does not have that dimension";
  const int place = place_of(x.order, axis);
  Dims dims = dims_in(x.shape, x.order), shape = x.shape;
  dims.erase(dims.begin() + place);
  Order order = x.order;
  order.erase(order.begin() + place);
  for (int& at : order) at -= at > axis;
  shape.erase(shape.begin() + axis);
  const TensorId y = m.fresh(dims, kWhole), along = m.add_ints({place}, {});
  if (m.node().op == "ArgMax") {
    m.emit(nook::ArgMax::Attrs{}, {x.id, along}, {y});
  } else {
    m.emit(nook::ArgMin::Attrs{}, {x.id, along}, {y});
  }
  const Value fewer = m.value(y, shape, order, kWhole);
  Dims whole = x.shape;
  whole[static_cast<size_t>(axis)] = 1;
  m.give(0, m.node().integer("keepdims", 1) ? m.reshaped(fewer, whole) : fewer);
  return {};
}

std::string map_layer_normalization(Mapper& m) {
  if (m.wanted(1) || m.wanted(2)) return "its mean or deviation is wanted";
  const Value x = m.in(0);
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: it does not have that dimension";
  std::vector<int64_t> axes;
  for (int64_t i = axis; i < rank_of(x); ++i) axes.push_back(i);
  Value y = normalized(m, x, axes, static_cast<double>(m.node().real("epsilon", 1e-5f)));
  y = binary(m, nook::Mul::Attrs{}, y, m.in(1));
  m.give(0, m.given(2) ? binary(m, nook::Add::Attrs{}, y, m.in(2)) : y);
  return {};
}

std::string map_instance_normalization(Mapper& m) {
  const Value x = m.in(0);
  std::vector<int64_t> axes;
  for (int64_t i = 2; i < rank_of(x); ++i) axes.push_back(i);
  if (axes.empty()) return "need an image or a signal";
  Dims dims(x.shape.size() - 1, 1);
  dims[0] = x.shape[1];
  for (size_t i = 1; i < 3; ++i)
    if (elements_of(m.in(i).shape) != x.shape[1]) return "its parameters are not one for each channel";
  const Value y = normalized(m, x, axes, static_cast<double>(m.node().real("epsilon", 1e-5f)));
  const Value scaled = binary(m, nook::Mul::Attrs{}, y, m.reshaped(m.in(1), dims));
  m.give(0, binary(m, nook::Add::Attrs{}, scaled, m.reshaped(m.in(2), dims)));
  return {};
}

std::string map_lp_normalization(Mapper& m) {
  const Value x = m.in(0);
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: it does not have that dimension";
  const bool squares = m.node().integer("p", 2) == 2;
  Value norm = squares ? unary(m, nook::Square::Attrs{}, x) : unary(m, nook::Abs::Attrs{}, x);
  norm = reduce(m, kept<nook::Sum>(), norm, {axis}, true);
  if (squares) norm = unary(m, nook::Sqrt::Attrs{}, norm);
  m.give(0, binary(m, nook::Div::Attrs{}, x, norm));
  return {};
}

std::string map_cumsum(Mapper& m) {
  const ConstantPtr said = m.constant(1);
  if (!said || said->size() != 1) return "its axis is computed when the model runs";
  const Value x = m.settled(in_memory(m, m.in(0)));
  int64_t axis = integers_of(*said)[0];
  if (!fix_axis(rank_of(x), &axis)) return "axis: it does not have that dimension";
  nook::Cumsum::Attrs attrs;
  attrs.exclusive = m.node().integer("exclusive", 0) != 0,
  attrs.reverse = m.node().integer("reverse", 0) != 0;
  const TensorId y = m.like(x.id, dims_in(x.shape, x.order));
  m.emit(attrs, {x.id, m.add_ints({place_of(x.order, axis)}, {})}, {y});
  m.give(0, m.value(y, x.shape, x.order, x.type));
  return {};
}

}  // namespace nookc::onnx
