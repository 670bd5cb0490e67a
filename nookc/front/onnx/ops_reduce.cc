// Operators along axes: reductions, SOFTMAX, normalizations.
#include <cfloat>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/arg_min/arg_min_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/cumsum/cumsum_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/equal/equal_op.h"
#include "nook/ops/exp/exp_op.h"
#include "nook/ops/log/log_op.h"
#include "nook/ops/log_softmax/log_softmax_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/minimum/minimum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/one_hot/one_hot_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/pow/pow_op.h"
#include "nook/ops/reduce_all/reduce_all_op.h"
#include "nook/ops/reduce_any/reduce_any_op.h"
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
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/ops_control.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

// Moves the axis to the last dimension in memory; `along` computes the result of a tensor of that shape.
template <class Along>
std::string along_last(Mapper& m, Along along) {
  Value x = m.in(0);
  // The opset that a QLinearSoftmax corresponds to.
  const int64_t opset = m.node().integer("opset", m.opset());
  int64_t axis = m.node().integer("axis", opset < 13 ? 1 : -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  const Dims shape = x.shape;
  bool flat = false;
  // Up to opset 12 all dimensions from the axis on are treated as one.
  if (opset < 13) {
    int64_t before = 1, after = 1;
    for (int64_t i = 0; i < rank_of(x); ++i) (i < axis ? before : after) *= shape[static_cast<size_t>(i)];
    flat = after != shape[static_cast<size_t>(axis)];
    if (flat) x = m.reshaped(x, {before, after}), axis = 1;
  }
  x = m.settled(in_memory(m, x));
  Order order = x.order;
  if (order.back() != static_cast<int>(axis)) {
    order.erase(std::find(order.begin(), order.end(), static_cast<int>(axis)));
    order.push_back(static_cast<int>(axis));
  }
  const Value made = m.value(along(m.stored(x, order), dims_in(x.shape, order)), x.shape, order);
  m.give(0, flat ? m.reshaped(made, shape) : made);
  return {};
}

template <class Op>
std::string along_last(Mapper& m) {
  return along_last(m, [&](TensorId x, const Dims& dims) {
    const TensorId y = m.fresh(dims, kReal);
    m.emit(typename Op::Attrs{}, {x}, {y});
    return y;
  });
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

struct Normalized {
  Value y, mean, by;  // y = (x - mean) * by
};

// (x - mean) / sqrt(variance + epsilon) along the axes.
Normalized normalized(Mapper& m, const Value& x, const std::vector<int64_t>& axes, double epsilon) {
  const Value middle = mean(m, x, axes);
  const Value variance = mean(m, binary(m, nook::SquaredDifference::Attrs{}, x, middle), axes);
  const Value sum = added(m, variance, real_constant(epsilon));
  const Value centred = binary(m, nook::Sub::Attrs{}, x, middle), by = unary(m, nook::Rsqrt::Attrs{}, sum);
  return {multiplied(m, centred, by), middle, by};
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

// 1 at the maximum (the first of equals) and 0 elsewhere.
std::string map_hardmax(Mapper& m) {
  return along_last(m, [&](TensorId x, const Dims& dims) {
    const int32_t last = static_cast<int32_t>(dims.size()) - 1;
    const TensorId at = m.fresh({dims.begin(), dims.end() - 1}, kWhole), y = m.fresh(dims, kReal);
    m.emit(nook::ArgMax::Attrs{}, {x, m.add_ints({last}, {})}, {at});
    const auto number = [&](double real) {
      return m.add_constant(make_constant(kReal, {}, std::vector<double>{real}));
    };
    nook::OneHot::Attrs attrs;
    attrs.axis = last;
    m.emit(attrs, {at, m.add_ints({static_cast<int32_t>(dims.back())}, {}), number(1), number(0)}, {y});
    return y;
  });
}

namespace {

// Subtracts the largest element first, so that no power overflows while the result is finite.
Value log_sum_exp(Mapper& m, const Value& x, const std::vector<int64_t>& axes, bool keep) {
  const double largest = static_cast<double>(FLT_MAX);
  Value most = reduce(m, kept<nook::ReduceMax>(), x, axes, true);
  most = binary(m, nook::Maximum::Attrs{}, most, real_constant(-largest));
  most = binary(m, nook::Minimum::Attrs{}, most, real_constant(largest));
  const Value powers = unary(m, nook::Exp::Attrs{}, binary(m, nook::Sub::Attrs{}, x, most));
  const Value sum = reduce(m, kept<nook::Sum>(), powers, axes, true);
  const Value y = added(m, unary(m, nook::Log::Attrs{}, sum), most);
  return keep ? y : without(m, y, axes);
}

}  // namespace

namespace {

// The operator for truth values, as in ONNX from version 20 on: the largest of them says whether any is true.
Attrs of_truths(const std::string& op) {
  return op == "ReduceMax" ? kept<nook::ReduceAny>() : kept<nook::ReduceAll>();
}

// Sum / count, towards zero, as whole numbers are divided.
Value whole_mean(Mapper& m, const Value& sum, const Value& x, const std::vector<int64_t>& axes) {
  int64_t count = 1;
  for (const int64_t axis : axes) count *= x.shape[static_cast<size_t>(axis)];
  return binary(m, nook::Div::Attrs{}, sum, known_number(count), x.type);
}

}  // namespace

std::string map_reduce(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return "its axes are computed when the model runs";
  const std::string& op = m.node().op;
  Value x = m.in(0);
  std::vector<int64_t> axes = m.integers(1, "axes");
  // Elementwise parts of the reduction still apply without axes.
  const bool none = axes.empty() && m.node().integer("noop_with_empty_axes", 0) != 0;
  for (int64_t& axis : axes)
    if (!fix_axis(rank_of(x), &axis)) return "axes: the operand has no such dimension";
  if (axes.empty() && !none)
    for (int64_t i = 0; i < rank_of(x); ++i) axes.push_back(i);
  const bool keep = m.node().integer("keepdims", 1) != 0;
  if (op == "ReduceL1") x = is_whole(x.type) ? whole_magnitude(m, x) : unary(m, nook::Abs::Attrs{}, x);
  if (op == "ReduceL2" || op == "ReduceSumSquare")
    x = is_whole(x.type) ? binary(m, nook::Mul::Attrs{}, x, x, x.type) : unary(m, nook::Square::Attrs{}, x);
  if (op == "ReduceLogSumExp") {
    m.give(0, none ? x : log_sum_exp(m, x, axes, keep));
    return {};
  }
  Attrs attrs = kept<nook::Sum>();
  if (op == "ReduceMean" && !is_whole(x.type)) attrs = kept<nook::Mean>();
  if (op == "ReduceMax") attrs = kept<nook::ReduceMax>();
  if (op == "ReduceMin") attrs = kept<nook::ReduceMin>();
  if (op == "ReduceProd") attrs = kept<nook::ReduceProd>();
  if (x.type == kTruth && (op == "ReduceMax" || op == "ReduceMin")) attrs = of_truths(op);
  if (m.integer() && (op == "ReduceMax" || op == "ReduceMin")) x = m.requantized(x, m.quantization());
  Value y = none ? x : reduce(m, attrs, x, axes, keep);
  if (op == "ReduceMean" && is_whole(x.type) && !none) y = whole_mean(m, y, x, axes);
  if (op == "ReduceL2") y = unary(m, nook::Sqrt::Attrs{}, y);
  if (op == "ReduceLogSum") y = unary(m, nook::Log::Attrs{}, y);
  m.give(0, y);
  return {};
}

std::string map_arg(Mapper& m) {
  if (m.node().integer("select_last_index", 0))
    return "select_last_index: nook takes the first of equal elements";
  const Value x = m.settled(in_memory(m, m.in(0)));
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
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

// The dimensions that a layer is normalized over: all from `axis` on. False: there is no such dimension.
bool axes_from_axis(Mapper& m, const Value& x, std::vector<int64_t>* axes) {
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(x), &axis)) return false;
  for (int64_t i = axis; i < rank_of(x); ++i) axes->push_back(i);
  return true;
}

std::string map_layer_normalization(Mapper& m) {
  const Value x = m.in(0);
  std::vector<int64_t> axes;
  if (!axes_from_axis(m, x, &axes)) return "axis: the operand has no such dimension";
  const Normalized made = normalized(m, x, axes, static_cast<double>(m.node().real("epsilon", 1e-5f)));
  m.give(1, made.mean), m.give(2, made.by);
  const Value y = multiplied(m, made.y, m.in(1));
  m.give(0, m.given(2) ? added(m, y, m.in(2)) : y);
  return {};
}

// x / sqrt(mean of squares + epsilon) * scale.
std::string map_rms_normalization(Mapper& m) {
  const Value x = m.in(0);
  std::vector<int64_t> axes;
  if (!axes_from_axis(m, x, &axes)) return "axis: the operand has no such dimension";
  const Value squares = mean(m, unary(m, nook::Square::Attrs{}, x), axes);
  const double epsilon = static_cast<double>(m.node().real("epsilon", 1e-5f));
  const Value by = unary(m, nook::Rsqrt::Attrs{}, added(m, squares, real_constant(epsilon)));
  m.give(1, by);
  m.give(0, multiplied(m, multiplied(m, x, by), m.in(1)));
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
    if (elements_of(m.in(i).shape) != x.shape[1]) return "it does not have one parameter for each channel";
  const Value y = normalized(m, x, axes, static_cast<double>(m.node().real("epsilon", 1e-5f))).y;
  const Value scaled = multiplied(m, y, m.reshaped(m.in(1), dims));
  m.give(0, added(m, scaled, m.reshaped(m.in(2), dims)));
  return {};
}

namespace {

// The mean of each group of channels, repeated for each of them: [n][channels][1]...
Value mean_of_groups(Mapper& m, const Value& x, int64_t groups) {
  std::vector<int64_t> axes;
  for (int64_t i = 2; i < rank_of(x); ++i) axes.push_back(i);
  const int64_t count = x.shape[0], channels = x.shape[1], each = channels / groups;
  Value means = axes.empty() ? x : mean(m, x, axes);
  const Dims shape = means.shape;
  means = m.reshaped(mean(m, m.reshaped(means, {count, groups, each}), {2}), {count, groups});
  std::vector<int64_t> group;
  for (int64_t c = 0; c < channels; ++c) group.push_back(c / each);
  return m.reshaped(gather(m, means, 1, group), shape);
}

}  // namespace

std::string map_group_normalization(Mapper& m) {
  const Value x = m.in(0);
  const int64_t groups = m.node().integer("num_groups", 0);
  if (x.shape.size() < 2 || groups < 1 || x.shape[1] % groups != 0)
    return "num_groups: need as many channels in each";
  const int64_t each = x.shape[1] / groups;
  Dims dims(x.shape.size() - 1, 1);
  dims[0] = x.shape[1];
  Value parameters[2] = {m.in(1), m.in(2)};
  for (Value& p : parameters) {
    // Up to opset 20 there is one parameter per group.
    if (elements_of(p.shape) == groups && each > 1 && m.opset() < 21) {
      std::vector<int64_t> group;
      for (int64_t c = 0; c < x.shape[1]; ++c) group.push_back(c / each);
      p = gather(m, m.reshaped(p, {groups}), 0, group);
    }
    if (elements_of(p.shape) != x.shape[1]) return "it does not have one parameter for each channel";
    p = m.reshaped(p, dims);
  }
  const Value centred = binary(m, nook::Sub::Attrs{}, x, mean_of_groups(m, x, groups));
  const Value variance = mean_of_groups(m, unary(m, nook::Square::Attrs{}, centred), groups);
  const double epsilon = static_cast<double>(m.node().real("epsilon", 1e-5f));
  const Value sum = added(m, variance, real_constant(epsilon));
  const Value y = multiplied(m, centred, unary(m, nook::Rsqrt::Attrs{}, sum));
  m.give(0, added(m, multiplied(m, y, parameters[0]), parameters[1]));
  return {};
}

std::string map_mean_variance_normalization(Mapper& m) {
  if (m.opset() < 9) return "need opset 9 or above, have " + std::to_string(m.opset());  // other attributes
  const Value x = m.in(0);
  std::vector<int64_t> axes = m.node().integers("axes");
  if (axes.empty()) axes = {0, 2, 3};
  for (int64_t& axis : axes)
    if (!fix_axis(rank_of(x), &axis)) return "axes: the operand has no such dimension";
  m.give(0, normalized(m, x, axes, 1e-18).y);
  return {};
}

// x / (bias + alpha * the mean of squares over `size` channels) ^ beta. Channels are last in memory: each
// pixel is a row of an image over which the pool's window slides.
std::string map_lrn(Mapper& m) {
  const Value x = m.in(0);
  const int64_t size = m.node().integer("size", 0);
  if (x.shape.size() < 3 || size < 1 || size > (1 << 20))
    return "size: need channels, and at least 1 of them";
  const auto real = [&](const char* name, float otherwise) {
    return static_cast<double>(m.node().real(name, otherwise));
  };
  const Order order = channels_last(x.shape.size());
  const int64_t channels = x.shape[1], pixels = elements_of(x.shape).value_or(0) / channels;
  const TensorId squares = m.stored(unary(m, nook::Square::Attrs{}, x), order);
  const Dims columns = {1, pixels, channels, 1};
  const auto shaped = [&](TensorId from, const Dims& dims) {
    const TensorId to = m.like(from, dims);
    m.emit(reshape(), {from, m.add_ints(narrow(dims))}, {to});
    return to;
  };
  const int64_t before = (size - 1) / 2, after = size - 1 - before;
  const TensorId wide = m.like(squares, {1, pixels, channels + size - 1, 1}),
                 means = m.like(squares, columns);
  m.emit(nook::Pad::Attrs{},
         {shaped(squares, columns), m.add_ints(narrow({0, 0, 0, 0, before, after, 0, 0}), {4, 2})}, {wide});
  nook::AveragePool2D::Attrs pool;
  pool.padding.mode = nook::PadMode::kValid;
  pool.stride_h = pool.stride_w = pool.filter_h = 1, pool.filter_w = static_cast<int32_t>(size);
  m.emit(pool, {wide}, {means});
  const Value mean = m.value(shaped(means, dims_in(x.shape, order)), x.shape, order);
  const Value scaled = multiplied(m, mean, real_constant(real("alpha", 1e-4f)));
  const Value sum = added(m, scaled, real_constant(real("bias", 1)));
  const Value factor = binary(m, nook::Pow::Attrs{}, sum, real_constant(-real("beta", 0.75f)));
  m.give(0, multiplied(m, x, factor));
  return {};
}

std::string map_lp_normalization(Mapper& m) {
  const Value x = m.in(0);
  int64_t axis = m.node().integer("axis", -1);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  const bool squares = m.node().integer("p", 2) == 2;
  Value norm = squares ? unary(m, nook::Square::Attrs{}, x) : unary(m, nook::Abs::Attrs{}, x);
  norm = reduce(m, kept<nook::Sum>(), norm, {axis}, true);
  if (squares) norm = unary(m, nook::Sqrt::Attrs{}, norm);
  // Where the norm is 0, all elements are 0 and stay 0.
  const Value none = converted(m, binary(m, nook::Equal::Attrs{}, norm, real_constant(0), kTruth), kReal);
  m.give(0, binary(m, nook::Div::Attrs{}, x, added(m, norm, none)));
  return {};
}

std::string map_cumsum(Mapper& m) {
  const ConstantPtr said = m.constant(1);
  if (!said || said->size() != 1) return "its axis is computed when the model runs";
  const Value x = m.settled(in_memory(m, m.in(0)));
  int64_t axis = integers_of(*said)[0];
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  nook::Cumsum::Attrs attrs;
  attrs.exclusive = m.node().integer("exclusive", 0) != 0,
  attrs.reverse = m.node().integer("reverse", 0) != 0;
  const TensorId y = m.like(x.id, dims_in(x.shape, x.order));
  m.emit(attrs, {x.id, m.add_ints({place_of(x.order, axis)}, {})}, {y});
  m.give(0, m.value(y, x.shape, x.order, x.type));
  return {};
}

}  // namespace nookc::onnx
