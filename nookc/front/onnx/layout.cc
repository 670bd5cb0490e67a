// The mapper's handling of dimension orders.
#include <algorithm>

#include "nook/ops/transpose/transpose_op.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

// Marks the order of a tensor whose dimensions were merged and whose elements are already in the wanted
// order.
constexpr int kTakenTogether = -2;

bool is_plain(const Order& order) {
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != static_cast<int>(i)) return false;
  return true;
}

// The dimensions that determine where an element is: those larger than 1, in memory order.
Order long_dims(const Dims& shape, const Order& order) {
  Order all;
  for (const int axis : order)
    if (axis >= 0 && shape[static_cast<size_t>(axis)] != 1) all.push_back(axis);
  return all;
}

Order without_fillers(const Order& order) {
  Order all;
  for (const int axis : order)
    if (axis >= 0) all.push_back(axis);
  return all;
}

// Consecutive dimensions of one shape with as many elements as consecutive dimensions of another.
struct Group {
  size_t from, from_end, to, to_end;
};

std::vector<Group> groups_of(const Dims& from, const Dims& to) {
  std::vector<Group> groups;
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    Group group{i, i, j, j};
    int64_t a = 1, b = 1;
    if (i < from.size()) a = from[i++];
    if (j < to.size()) b = to[j++];
    while (a != b) {
      if (a < b && i < from.size()) {
        a *= from[i++];
      } else if (b < a && j < to.size()) {
        b *= to[j++];
      } else {
        return {};
      }
    }
    group.from_end = i, group.to_end = j;
    groups.push_back(group);
  }
  return groups;
}

}  // namespace

Order plain_order(size_t rank) {
  Order order;
  for (size_t i = 0; i < rank; ++i) order.push_back(static_cast<int>(i));
  return order;
}

Order channels_last(size_t rank) {
  if (rank < 3) return plain_order(rank);
  Order order = {0};
  if (rank == 3) order.push_back(-1);
  for (size_t i = 2; i < rank; ++i) order.push_back(static_cast<int>(i));
  order.push_back(1);
  return order;
}

Dims dims_in(const Dims& shape, const Order& order) {
  Dims dims;
  for (const int axis : order) dims.push_back(axis < 0 ? 1 : shape[static_cast<size_t>(axis)]);
  return dims;
}

TensorId Mapper::reordered(TensorId id, const Dims& shape, const Order& from, const Order& to) {
  const bool in_place = from == Order{kTakenTogether} || long_dims(shape, from) == long_dims(shape, to);
  const nook::Shape& now = graph_[id].shape;
  if (in_place && Dims(now.dim, now.dim + now.rank) == dims_in(shape, to)) return id;
  const auto key = std::tuple(id, shape, from, to);
  if (const auto found = forms_.reordered.find(key); found != forms_.reordered.end()) return found->second;
  TensorId at = id;
  const auto rename = [&](const Dims& dims) {
    const TensorId renamed = like(at, dims);
    emit(reshape(), {at, add_ints(std::vector<int32_t>(dims.begin(), dims.end()))}, {renamed});
    at = renamed;
  };
  if (!in_place) {
    const Order source = without_fillers(from), target = without_fillers(to);
    if (source.size() != from.size()) rename(dims_in(shape, source));
    std::vector<int32_t> perm;
    for (const int axis : target)
      perm.push_back(static_cast<int32_t>(std::find(source.begin(), source.end(), axis) - source.begin()));
    const TensorId moved = like(at, dims_in(shape, target));
    emit(nook::Transpose::Attrs{}, {at, add_ints(perm)}, {moved});
    at = moved;
    if (target.size() != to.size()) rename(dims_in(shape, to));
  } else {
    rename(dims_in(shape, to));
  }
  forms_.reordered[key] = at;
  return at;
}

Value Mapper::settled(const Value& value) {
  if (value.known() || !value.put_off()) return value;
  const TensorId whole = reordered(value.id, value.before, value.order, plain_order(value.before.size()));
  Value made = value;
  made.order = plain_order(value.shape.size()), made.before = value.shape;
  const auto key = std::tuple(whole, value.shape, Order{kTakenTogether}, Order{});
  if (const auto found = forms_.reordered.find(key); found != forms_.reordered.end()) {
    made.id = found->second;
    return made;
  }
  made.id = like(whole, value.shape);
  const std::vector<int32_t> dims(value.shape.begin(), value.shape.end());
  emit(reshape(), {whole, add_ints(dims)}, {made.id});
  forms_.reordered[key] = made.id;
  return made;
}

namespace {

// The order of `before` that corresponds to `order` of `shape` after dimensions are merged or split; empty:
// there is none.
Order order_before(const Dims& before, const Dims& shape, const Order& order) {
  const std::vector<Group> groups = groups_of(before, shape);
  const Order wanted = long_dims(shape, order);
  Order made;
  std::vector<bool> placed(before.size(), false);
  for (size_t at = 0; at < wanted.size();) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return static_cast<size_t>(wanted[at]) >= g.to && static_cast<size_t>(wanted[at]) < g.to_end;
    });
    if (group == groups.end()) return {};
    for (size_t i = group->to; i < group->to_end; ++i) {
      if (shape[i] == 1) continue;
      if (at == wanted.size() || wanted[at++] != static_cast<int>(i)) return {};
    }
    for (size_t i = group->from; i < group->from_end; ++i)
      made.push_back(static_cast<int>(i)), placed[i] = true;
  }
  Order rest;
  for (size_t i = 0; i < before.size(); ++i)
    if (!placed[i]) rest.push_back(static_cast<int>(i));
  rest.insert(rest.end(), made.begin(), made.end());
  return rest;
}

}  // namespace

TensorId Mapper::stored(const Value& value, const Order& order) {
  if (value.known()) return store_constant(value.constant, order, value.shape);
  const Order before = value.put_off() ? order_before(value.before, value.shape, order) : Order();
  if (!before.empty()) {
    const TensorId moved = reordered(value.id, value.before, value.order, before);
    return reordered(moved, value.shape, Order{kTakenTogether}, order);
  }
  const Value whole = settled(value);
  return reordered(whole.id, whole.shape, whole.order, order);
}

// The value in that shape without moving anything, if the dimensions to be merged are also adjacent in
// memory.
Value Mapper::grouped(const Value& value, const Dims& shape, bool* fits) const {
  Value made = value;
  made.shape = made.before = shape;
  const std::vector<Group> groups = groups_of(value.before, shape);
  const Order in_memory = long_dims(value.before, value.order);
  Order order, rest;
  *fits = !groups.empty() || shape.empty();
  std::set<size_t> placed;
  for (size_t at = 0; at < in_memory.size() && *fits;) {
    const size_t axis = static_cast<size_t>(in_memory[at]);
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& g) { return axis >= g.from && axis < g.from_end; });
    for (size_t i = group->from; i < group->from_end; ++i) {
      if (value.before[i] == 1) continue;
      *fits &= at < in_memory.size() && in_memory[at] == static_cast<int>(i);
      ++at;
    }
    for (size_t i = group->to; i < group->to_end; ++i) order.push_back(static_cast<int>(i)), placed.insert(i);
  }
  for (size_t i = 0; i < shape.size(); ++i)
    if (!placed.count(i)) rest.push_back(static_cast<int>(i));
  rest.insert(rest.end(), order.begin(), order.end());
  // If all other dimensions are in order, size-1 dimensions are too.
  Order sorted = order;
  std::sort(sorted.begin(), sorted.end());
  made.order = sorted == order ? plain_order(shape.size()) : rest;
  return made;
}

Value Mapper::reshaped(const Value& value, const Dims& shape) {
  if (value.known()) {
    Constant constant = *value.constant;
    if (constant.scales.size() > 1 && constant.dims != shape) constant = as_float(constant);
    constant.dims = shape;
    return {TensorId::kNone, shared(std::move(constant)), value.type,
            shape,           plain_order(shape.size()),   shape};
  }
  if (value.before == shape) {
    Value back = value;
    back.shape = shape;
    return back;
  }
  bool fits = false;
  Value made = is_plain(without_fillers(value.order)) ? value : grouped(value, shape, &fits);
  if (is_plain(without_fillers(value.order))) {
    made.shape = made.before = shape, made.order = plain_order(shape.size());
    fits = true;
  }
  if (!fits) {  // deferred: the next operator may accept this layout
    made = value;
    made.shape = shape;
    return made;
  }
  const Dims dims = dims_in(shape, made.order);
  if (dims != dims_in(value.before, value.order)) {
    made.id = like(value.id, dims);
    emit(reshape(), {value.id, add_ints(std::vector<int32_t>(dims.begin(), dims.end()))}, {made.id});
  }
  return made;
}

Value Mapper::permuted(const Value& value, const std::vector<int>& perm) {
  Value made = settled(value);
  if (value.known()) {
    made.constant = shared(transposed(*value.constant, perm));
    made.shape = made.before = made.constant->dims;
    return made;
  }
  for (size_t i = 0; i < perm.size(); ++i) made.shape[i] = value.shape[static_cast<size_t>(perm[i])];
  made.before = made.shape;
  for (int& axis : made.order)
    if (axis >= 0) axis = static_cast<int>(std::find(perm.begin(), perm.end(), axis) - perm.begin());
  return made;
}

}  // namespace nookc::onnx
