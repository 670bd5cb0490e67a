#include "nookc/front/onnx/ops.h"

#include "nook/ops/add/add_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/front/onnx/narrow_weights.h"
#include "nookc/front/onnx/ops_control.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

bool repeated(const Dims& a, const Dims& b, Dims* to) {
  to->assign(a.size(), 1);
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) return false;
    (*to)[i] = a[i] == 1 ? b[i] : a[i];
  }
  return true;
}

}  // namespace

bool fix_axis(int64_t rank, int64_t* axis) {
  if (*axis < 0) *axis += rank;
  return *axis >= 0 && *axis < rank;
}

std::vector<int32_t> narrow(const std::vector<int64_t>& numbers) { return {numbers.begin(), numbers.end()}; }

Value in_memory(Mapper& m, const Value& value) {
  if (!value.known()) return value;
  return m.value(m.plain(value), value.shape, plain_order(value.shape.size()), value.type);
}

Value real_constant(double number) { return real_constant({}, {number}); }

Value real_constant(const Dims& dims, const std::vector<double>& numbers) {
  return known_value(kReal, dims, make_constant(kReal, dims, numbers));
}

Value known_value(nook::DType type, const Dims& dims, Constant constant) {
  return {TensorId::kNone, shared(std::move(constant)), type, dims, plain_order(dims.size()), dims};
}

Value unary(Mapper& m, const Attrs& attrs, const Value& x) { return unary(m, attrs, x, x.type); }

Value unary(Mapper& m, const Attrs& attrs, const Value& x, nook::DType type) {
  Value y = in_memory(m, x);
  const TensorId from = y.id;
  y.type = type;
  y.id = m.fresh(dims_in(y.before, y.order), type);
  m.emit(attrs, {from}, {y.id});
  return y;
}

bool align(Mapper& m, std::vector<Value> values, Aligned* to) {
  size_t rank = 0;
  for (const Value& value : values) rank = std::max(rank, value.shape.size());
  to->shape.assign(rank, 1);
  for (Value& value : values) {
    Dims dims(rank - value.shape.size(), 1);
    dims.insert(dims.end(), value.shape.begin(), value.shape.end());
    if (dims != value.shape || value.put_off()) value = m.settled(m.reshaped(value, dims));
    if (!repeated(Dims(to->shape), dims, &to->shape)) {
      m.refuse("the shapes of its operands can't be broadcast");
      return false;
    }
  }
  // The order of an operand that has the shape of the result, if there is one.
  to->order.clear();
  for (const Value& value : values)
    if (!value.known() && (to->order.empty() || value.shape == to->shape) &&
        (to->order.empty() || to->order == plain_order(rank) || to->order.size() < rank))
      to->order = value.order;
  if (to->order.empty()) to->order = plain_order(rank);
  for (const Value& value : values) to->in.push_back(m.stored(value, to->order));
  return true;
}

Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b) {
  return binary(m, attrs, a, b, a.type);
}

Value binary(Mapper& m, const Attrs& attrs, const Value& a, const Value& b, nook::DType type) {
  // A single number fits any order, even while a reshape is deferred.
  const bool one_b = b.known() && b.constant->size() == 1, one_a = a.known() && a.constant->size() == 1;
  if ((one_b && !a.known() && b.shape.size() <= a.shape.size()) ||
      (one_a && !b.known() && a.shape.size() <= b.shape.size())) {
    Value y = one_b && !a.known() ? a : b;
    const Dims ones(y.order.size(), 1);
    const Value number = m.reshaped(one_b && !a.known() ? b : a, ones);
    const TensorId scalar = m.stored(number, plain_order(ones.size())), from = y.id;
    y.id = m.fresh(dims_in(y.before, y.order), type), y.type = type;
    m.emit(attrs, one_b && !a.known() ? std::vector{from, scalar} : std::vector{scalar, from}, {y.id});
    return y;
  }
  Aligned both;
  if (!align(m, {a, b}, &both)) return a;
  const TensorId y = m.fresh(dims_in(both.shape, both.order), type);
  m.emit(attrs, both.in, {y});
  return m.value(y, both.shape, both.order, type);
}

Value added(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Add::Attrs{}, a, b); }

Value multiplied(Mapper& m, const Value& a, const Value& b) { return binary(m, nook::Mul::Attrs{}, a, b); }

Value added(Mapper& m, const Value& a, const Value& b, nook::DType type) {
  return binary(m, nook::Add::Attrs{}, a, b, type);
}

Value plus(Mapper& m, const Value& a, double number) { return added(m, a, real_constant(number)); }

Value times(Mapper& m, const Value& a, double factor) { return multiplied(m, a, real_constant(factor)); }

Value whole_magnitude(Mapper& m, const Value& x) {
  return binary(m, nook::Maximum::Attrs{}, x, binary(m, nook::Sub::Attrs{}, known_number(0), x, x.type));
}

Value reduce(Mapper& m, const Attrs& attrs, const Value& value, const std::vector<int64_t>& axes, bool keep) {
  const Value x = m.settled(in_memory(m, value));
  std::vector<int32_t> places;
  Dims shape = x.shape;
  for (const int64_t axis : axes) {
    places.push_back(place_of(x.order, axis));
    shape[static_cast<size_t>(axis)] = 1;
  }
  // All axes remain as dimensions of size 1 here, because renaming costs nothing.
  const TensorId y = m.fresh(dims_in(shape, x.order), x.type);
  m.emit(attrs, {x.id, m.add_ints(places)}, {y});
  const Value made = m.value(y, shape, x.order, x.type);
  return keep ? made : without(m, made, axes);
}

Value without(Mapper& m, const Value& value, const std::vector<int64_t>& axes) {
  Dims fewer;
  for (size_t i = 0; i < value.shape.size(); ++i)
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) == axes.end())
      fewer.push_back(value.shape[i]);
  return m.reshaped(value, fewer);
}

Value concat(Mapper& m, const std::vector<Value>& parts, int64_t axis) {
  Order order;
  for (const Value& part : parts)
    if (!part.known() && order.empty()) order = m.settled(part).order;
  if (order.empty()) order = plain_order(parts[0].shape.size());
  Dims shape = parts[0].shape;
  shape[static_cast<size_t>(axis)] = 0;
  std::vector<TensorId> in;
  for (const Value& part : parts) {
    shape[static_cast<size_t>(axis)] += part.shape[static_cast<size_t>(axis)];
    in.push_back(m.stored(part, order));
  }
  const TensorId y = m.like(in[0], dims_in(shape, order));
  nook::Concatenation::Attrs attrs;
  attrs.axis = place_of(order, axis);
  m.emit(attrs, in, {y});
  return m.value(y, shape, order, parts[0].type);
}

Value slice(Mapper& m, const Value& value, int64_t axis, int64_t from, int64_t size) {
  const Value x = m.settled(in_memory(m, value));
  Dims shape = x.shape;
  shape[static_cast<size_t>(axis)] = size;
  std::vector<int32_t> begin(x.order.size(), 0);
  begin[static_cast<size_t>(place_of(x.order, axis))] = static_cast<int32_t>(from);
  const Dims dims = dims_in(shape, x.order);
  const TensorId y = m.like(x.id, dims);
  m.emit(nook::Slice::Attrs{}, {x.id, m.add_ints(begin), m.add_ints(narrow(dims))}, {y});
  return m.value(y, shape, x.order, x.type);
}

Value gather(Mapper& m, const Value& value, int64_t axis, const std::vector<int64_t>& indices) {
  const Value x = m.settled(in_memory(m, value));
  Dims shape = x.shape;
  shape[static_cast<size_t>(axis)] = static_cast<int64_t>(indices.size());
  const TensorId y = m.like(x.id, dims_in(shape, x.order));
  nook::Gather::Attrs attrs;
  attrs.axis = place_of(x.order, axis);
  m.emit(attrs, {x.id, m.add_ints(narrow(indices))}, {y});
  return m.value(y, shape, x.order, x.type);
}

bool much_finer(Mapper& m, const Value& operand) {
  return m.integer() && m.quantization().scale < m.quantization_of(operand).scale * 0.75f;
}

Value dense(Mapper& m, const Value& x, const Constant& weights, const ConstantPtr& bias) {
  const int64_t depth = weights.dims[1], units = weights.dims[0];
  Value from = in_memory(m, x);
  Constant w = weights;
  TensorId id = TensorId::kNone;
  // After a deferred Flatten of [n][c][h][w], permutes the columns of the weights to the order in memory
  // instead.
  const bool flat = from.put_off() && from.shape.size() == 2 && !from.before.empty() && from.order[0] == 0 &&
                    from.before[0] == from.shape[0];
  if (flat) {
    Dims columns = {units};
    std::vector<int> perm = {0};
    columns.insert(columns.end(), from.before.begin() + 1, from.before.end());
    for (const int axis : from.order)
      if (axis > 0) perm.push_back(axis);
    w.dims = columns;
    w = transposed(w, perm);
    w.dims = weights.dims;
    id = m.like(from.id, from.shape);
    m.emit(reshape(), {from.id, m.add_ints(narrow(from.shape))}, {id});
  } else {
    id = m.plain(from);
  }
  if (elements_of(from.shape).value_or(0) % depth != 0) m.refuse("the shapes of its operands do not match");
  return dense(m, m.value(id, from.shape), add_weights(m, w), units,
               bias ? m.add_constant(*bias) : TensorId::kNone);
}

Value dense(Mapper& m, const Value& x, TensorId weights, int64_t units, TensorId bias) {
  const TensorId from = m.plain(x);
  Dims shape = x.shape;
  shape.back() = units;
  const TensorId y = m.fresh(shape, kReal);
  nook::FullyConnected::Attrs attrs;
  attrs.activation = m.fused();
  attrs.keep_num_dims = shape.size() != 2;
  m.emit(attrs, {from, weights, bias}, {y});
  return m.value(y, shape);
}

}  // namespace nookc::onnx
