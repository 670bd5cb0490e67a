// Operators that reshape, move or gather elements.
#include <set>

#include "nook/ops/broadcast_to/broadcast_to_op.h"
#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/padv2/padv2_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/tile/tile_op.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/places.h"

namespace nookc::onnx {
namespace {

constexpr const char* kShapeUnknown = "the shape is computed when the model runs";

// Resolves the axes of a Slice, Pad or Squeeze; false: one does not exist.
bool fix_axes(int64_t rank, std::vector<int64_t>* axes) {
  bool sound = true;
  for (int64_t& axis : *axes) sound &= fix_axis(rank, &axis);
  return sound;
}

std::vector<int64_t> all_axes(size_t count) {
  std::vector<int64_t> axes;
  for (size_t i = 0; i < count; ++i) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

}  // namespace

std::string map_reshape(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return kShapeUnknown;
  const Value x = m.in(0);
  Dims to = m.integers(1, "shape");
  const int64_t all = elements_of(x.shape).value_or(0);
  int64_t known = 1, open = -1;
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] == 0 && !m.node().integer("allowzero", 0) && i < x.shape.size()) to[i] = x.shape[i];
    if (to[i] == -1) open = static_cast<int64_t>(i);
    if (to[i] < -1 || to[i] == 0) return "its shape has a dimension of " + std::to_string(to[i]);
    if (to[i] > 0) known = to[i] > all / known ? all + 1 : known * to[i];  // files may state any number
  }
  if (open >= 0) to[static_cast<size_t>(open)] = known > 0 ? all / known : 0;
  if (elements_of(to) != all || all == 0) return "its shape does not have as many elements as the operand";
  m.give(0, m.reshaped(x, to));
  return {};
}

std::string map_flatten(Mapper& m) {
  const Value x = m.in(0);
  int64_t axis = m.node().integer("axis", 1);
  if (axis < 0) axis += rank_of(x);
  if (axis < 0 || axis > rank_of(x)) return "axis: the operand has no such dimension";
  int64_t rows = 1, columns = 1;
  for (int64_t i = 0; i < rank_of(x); ++i) (i < axis ? rows : columns) *= x.shape[static_cast<size_t>(i)];
  m.give(0, m.reshaped(x, {rows, columns}));
  return {};
}

std::string map_squeeze(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return kShapeUnknown;
  const Value x = m.in(0);
  std::vector<int64_t> axes = m.integers(1, "axes");
  if (!fix_axes(rank_of(x), &axes)) return "axes: the operand has no such dimension";
  Dims to;
  for (int64_t i = 0; i < rank_of(x); ++i) {
    const int64_t dim = x.shape[static_cast<size_t>(i)];
    const bool named = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (named && dim != 1) return "it would remove a dimension of " + std::to_string(dim);
    if (!named && (dim != 1 || !axes.empty())) to.push_back(dim);
  }
  m.give(0, m.reshaped(x, to));
  return {};
}

std::string map_unsqueeze(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return kShapeUnknown;
  const Value x = m.in(0);
  std::vector<int64_t> axes = m.integers(1, "axes");
  const int64_t rank = rank_of(x) + static_cast<int64_t>(axes.size());
  if (!fix_axes(rank, &axes)) return "axes: the result has no such dimension";
  Dims to;
  size_t next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    const bool fresh = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (!fresh && next == x.shape.size()) return "axes: one is named twice";
    to.push_back(fresh ? 1 : x.shape[next++]);
  }
  m.give(0, m.reshaped(x, to));
  return {};
}

std::string map_transpose(Mapper& m) {
  const Value x = m.in(0);
  std::vector<int64_t> perm = m.node().integers("perm");
  if (perm.empty())
    for (int64_t i = rank_of(x); i-- > 0;) perm.push_back(i);
  std::vector<int64_t> sorted = perm;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != all_axes(x.shape.size())) return "perm: it does not name every dimension once";
  m.give(0, m.permuted(x, narrow(perm)));
  return {};
}

namespace {

// Integer constants that are combined with a quantized tensor have its scale.
void take_scale(const Mapper& m, std::vector<Value>* parts) {
  Quantization scale;
  for (const Value& part : *parts)
    if (!part.known() && part.type != kReal && scale.type == nook::DType::kNone)
      scale = m.quantization_of(part);
  for (Value& part : *parts) {
    if (!part.known() || !part.constant->scales.empty()) continue;
    const bool is_signed = scale.type == nook::DType::kS8 || scale.type == nook::DType::kS16;
    Constant same = is_signed ? signed_numbers(*part.constant) : *part.constant;
    if (same.type != scale.type) continue;
    same.scales = {scale.scale}, same.zero_point = scale.zero_point;
    part.constant = shared(std::move(same));
  }
}

}  // namespace

std::string map_concat(Mapper& m) {
  std::vector<Value> parts;
  for (size_t i = 0; i < m.node().in.size(); ++i)
    if (m.given(i)) parts.push_back(m.integer() ? m.requantized(m.raw(i), m.quantization()) : m.in(i));
  int64_t axis = m.node().integer("axis", 0);
  if (parts.empty() || !fix_axis(rank_of(parts[0]), &axis)) return "axis: the operand has no such dimension";
  for (const Value& part : parts) {
    Dims shape = part.shape;
    if (shape.size() == parts[0].shape.size())
      shape[static_cast<size_t>(axis)] = parts[0].shape[static_cast<size_t>(axis)];
    if (shape != parts[0].shape) return "its operands differ in a dimension other than the axis";
  }
  take_scale(m, &parts);
  m.give(0, concat(m, parts, axis));
  return {};
}

namespace {

// A slice of a constant along an axis.
Value part_of(const Constant& whole, int64_t axis, int64_t from, int64_t size) {
  const size_t at = static_cast<size_t>(axis);
  size_t run = static_cast<size_t>(nook::size_of(whole.type));
  for (size_t i = at + 1; i < whole.dims.size(); ++i) run *= static_cast<size_t>(whole.dims[i]);
  const size_t each = run * static_cast<size_t>(whole.dims[at]), begin = run * static_cast<size_t>(from);
  Constant part = whole;
  part.dims[at] = size, part.data.clear();
  for (size_t i = 0; i < whole.data.size(); i += each) {
    const auto first = whole.data.begin() + static_cast<std::ptrdiff_t>(i + begin);
    part.data.insert(part.data.end(), first,
                     first + static_cast<std::ptrdiff_t>(run * static_cast<size_t>(size)));
  }
  const Dims dims = part.dims;
  return {TensorId::kNone, shared(std::move(part)), whole.type, dims, plain_order(dims.size()), dims};
}

}  // namespace

std::string map_split(Mapper& m) {
  if (m.given(1) && !m.constant(1)) return "the sizes are computed when the model runs";
  const ConstantPtr known = m.constant(0);
  const bool is_known = known && known->scales.empty();
  const Value x = is_known ? m.raw(0) : m.settled(in_memory(m, m.in(0)));
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  const int64_t whole = x.shape[static_cast<size_t>(axis)], parts = static_cast<int64_t>(m.node().out.size());
  if (m.node().integer("num_outputs", parts) != parts)
    return "num_outputs: need " + std::to_string(parts) + ", as it has results, have " +
           std::to_string(m.node().integer("num_outputs", parts));
  std::vector<int64_t> sizes = m.integers(1, "split");
  if (sizes.empty())
    for (int64_t i = 0; i < parts; ++i) {
      const int64_t each = (whole + parts - 1) / parts;
      sizes.push_back(std::min(each, whole - i * each));
    }
  int64_t all = 0;
  for (const int64_t size : sizes) all = size > 0 && size <= whole && all <= whole ? all + size : whole + 1;
  if (all != whole || static_cast<int64_t>(sizes.size()) != parts)
    return "the sizes of its parts do not add up";
  for (int64_t i = 0, from = 0; is_known && i < parts; from += sizes[static_cast<size_t>(i++)])
    m.give(static_cast<size_t>(i), part_of(*known, axis, from, sizes[static_cast<size_t>(i)]));
  if (is_known) return {};
  std::vector<TensorId> out;
  for (int64_t i = 0; i < parts; ++i) {
    Dims shape = x.shape;
    shape[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(i)];
    out.push_back(m.like(x.id, dims_in(shape, x.order)));
    m.give(static_cast<size_t>(i), m.value(out.back(), shape, x.order, x.type));
  }
  m.emit(nook::SplitV::Attrs{}, {x.id, m.add_ints(narrow(sizes)), m.add_ints({place_of(x.order, axis)}, {})},
         out);
  return {};
}

namespace {

struct Range {
  int64_t begin = 0, end = 0, step = 1, size = 0;
};

Range range_of(int64_t dim, int64_t start, int64_t end, int64_t step) {
  const auto within = [&](int64_t i, int64_t low, int64_t high) {
    return std::clamp<int64_t>(i < 0 ? std::max<int64_t>(i, -dim - 1) + dim : i, low, high);
  };
  Range r;
  r.step = std::clamp<int64_t>(step, -dim, dim);
  r.begin = step > 0 ? within(start, 0, dim) : within(start, -1, dim - 1);
  r.end = step > 0 ? within(end, 0, dim) : within(end, -1, dim - 1);
  const int64_t way = step > 0 ? r.end - r.begin : r.begin - r.end;
  r.size = way > 0 ? (way + std::abs(r.step) - 1) / std::abs(r.step) : 0;
  return r;
}

}  // namespace

std::string map_slice(Mapper& m) {
  for (size_t i = 1; i < m.node().in.size(); ++i)
    if (m.given(i) && !m.constant(i)) return "its start or end is computed when the model runs";
  const Value x = m.settled(in_memory(m, m.in(0)));
  const std::vector<int64_t> starts = m.integers(1, "starts"), ends = m.integers(2, "ends");
  std::vector<int64_t> axes = m.integers(3, "axes"), steps = m.integers(4, "steps");
  if (axes.empty()) axes = all_axes(starts.size());
  if (steps.empty()) steps.assign(starts.size(), 1);
  if (starts.size() != ends.size() || axes.size() != starts.size() || steps.size() != starts.size())
    return "starts, ends, axes and steps: their numbers differ";
  if (!fix_axes(rank_of(x), &axes)) return "axes: the operand has no such dimension";
  Dims shape = x.shape;
  std::vector<int32_t> begin(x.order.size(), 0), stride(x.order.size(), 1),
      end = narrow(dims_in(shape, x.order));
  nook::StridedSlice::Attrs attrs;
  bool strided = false;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (steps[i] == 0) return "a step is 0";
    int64_t& dim = shape[static_cast<size_t>(axes[i])];
    const Range r = range_of(x.shape[static_cast<size_t>(axes[i])], starts[i], ends[i], steps[i]);
    const size_t at = static_cast<size_t>(place_of(x.order, axes[i]));
    begin[at] = static_cast<int32_t>(r.begin), end[at] = static_cast<int32_t>(r.end);
    stride[at] = static_cast<int32_t>(r.step), dim = r.size;
    if (r.step < 0 && r.end < 0) attrs.end_mask |= 1u << at;
    strided |= r.step != 1;
  }
  const Dims dims = dims_in(shape, x.order);
  const TensorId y = m.like(x.id, dims);
  if (strided) {
    m.emit(attrs, {x.id, m.add_ints(begin), m.add_ints(end), m.add_ints(stride)}, {y});
  } else {
    m.emit(nook::Slice::Attrs{}, {x.id, m.add_ints(begin), m.add_ints(narrow(dims))}, {y});
  }
  m.give(0, m.value(y, shape, x.order, x.type));
  return {};
}

std::string map_gather(Mapper& m) {
  const Value x = m.in(0);
  int64_t axis = m.node().integer("axis", 0);
  if (!fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
  const Value at = m.in(1);
  Dims shape(x.shape.begin(), x.shape.begin() + axis);
  shape.insert(shape.end(), at.shape.begin(), at.shape.end());
  shape.insert(shape.end(), x.shape.begin() + axis + 1, x.shape.end());
  if (at.known()) {
    std::vector<int64_t> indices = integers_of(*at.constant);
    for (int64_t& i : indices)
      if (!fix_axis(x.shape[static_cast<size_t>(axis)], &i)) return "an index is out of range";
    m.give(0, m.reshaped(gather(m, x, axis, indices), shape));
    return {};
  }
  // Negative indices count from the end, which nook's do not support.
  const TensorId from = m.plain(x), places = m.plain(from_front(m, at, {x.shape[static_cast<size_t>(axis)]})),
                 y = m.like(from, shape);
  nook::Gather::Attrs attrs;
  attrs.axis = static_cast<int32_t>(axis);
  m.emit(attrs, {from, places}, {y});
  m.give(0, m.value(y, shape, plain_order(shape.size()), x.type));
  return {};
}

namespace {

// Repeats the first and last entries of each axis as often as requested.
std::string pad_edges(Mapper& m, Value x, const std::vector<int64_t>& pads,
                      const std::vector<int64_t>& axes) {
  constexpr int64_t kMost = 64;  // operands of one CONCATENATION
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t before = pads[i], after = pads[i + axes.size()];
    if (before == 0 && after == 0) continue;
    if (before + after > kMost) return "pads: need at most " + std::to_string(kMost) + " with mode edge";
    const Value first = slice(m, x, axes[i], 0, 1),
                last = slice(m, x, axes[i], x.shape[static_cast<size_t>(axes[i])] - 1, 1);
    std::vector<Value> parts(static_cast<size_t>(before), first);
    parts.push_back(x);
    parts.insert(parts.end(), static_cast<size_t>(after), last);
    x = concat(m, parts, axes[i]);
  }
  m.give(0, x);
  return {};
}

// Pads with entries from the opposite end of each axis.
std::string pad_around(Mapper& m, Value x, const std::vector<int64_t>& pads,
                       const std::vector<int64_t>& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t before = pads[i], after = pads[i + axes.size()],
                  size = x.shape[static_cast<size_t>(axes[i])];
    if (before > size || after > size) return "pads: need at most the size of the dimension with mode wrap";
    std::vector<Value> parts = {x};
    if (before > 0) parts.insert(parts.begin(), slice(m, x, axes[i], size - before, before));
    if (after > 0) parts.push_back(slice(m, x, axes[i], 0, after));
    if (parts.size() > 1) x = concat(m, parts, axes[i]);
  }
  m.give(0, x);
  return {};
}

// Negative pads crop; the rest is then padded.
std::string crop(Mapper& m, const std::vector<int64_t>& axes, std::vector<int64_t>* pads, Value* x) {
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t &before = (*pads)[i], &after = (*pads)[i + axes.size()];
    const int64_t from = std::max<int64_t>(0, -before), size = x->shape[static_cast<size_t>(axes[i])];
    const int64_t left = size - from - std::max<int64_t>(0, -after);
    if (before < -size || after < -size || left < 1) return "pads: they leave no element";
    if (left < size) *x = slice(m, *x, axes[i], from, left);
    before = std::max<int64_t>(0, before), after = std::max<int64_t>(0, after);
    if (before > INT32_MAX || after > INT32_MAX) return "pads: one is above 2^31 - 1";
  }
  return {};
}

}  // namespace

std::string map_pad(Mapper& m) {
  for (size_t i = 1; i < m.node().in.size(); ++i)
    if (m.given(i) && !m.constant(i)) return "its pads are computed when the model runs";
  const std::string mode = m.node().text("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap")
    return "mode: need constant, reflect, edge or wrap, have " + mode;
  const ConstantPtr said = m.constant(2);
  const double fill =
      said && said->size() == 1 ? reals_of(*said)[0] : static_cast<double>(m.node().real("value", 0));
  const bool zero = fill == 0;
  if (!zero && mode == "constant") m.compute_in_float();
  Value x = m.settled(in_memory(m, m.in(0)));
  std::vector<int64_t> pads = m.integers(1, "pads"), axes = m.integers(3, "");
  if (axes.empty()) axes = all_axes(x.shape.size());
  if (pads.size() != 2 * axes.size()) return "pads: need two for each dimension";
  if (!fix_axes(rank_of(x), &axes)) return "axes: the operand has no such dimension";
  if (std::set<int64_t>(axes.begin(), axes.end()).size() != axes.size()) return "axes: one is named twice";
  if (const std::string why = crop(m, axes, &pads, &x); !why.empty()) return why;
  if (std::all_of(pads.begin(), pads.end(), [](int64_t pad) { return pad == 0; })) {
    m.give(0, x);
    return {};
  }
  Dims shape = x.shape;
  std::vector<int32_t> margins(2 * x.order.size(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t before = pads[i], after = pads[i + axes.size()];
    shape[static_cast<size_t>(axes[i])] += before + after;
    const size_t at = static_cast<size_t>(place_of(x.order, axes[i]));
    margins[2 * at] = static_cast<int32_t>(before), margins[2 * at + 1] = static_cast<int32_t>(after);
  }
  if (mode == "edge") return pad_edges(m, x, pads, axes);
  if (mode == "wrap") return pad_around(m, x, pads, axes);
  const TensorId y = m.like(x.id, dims_in(shape, x.order));
  const TensorId around = m.add_ints(margins, {static_cast<int64_t>(x.order.size()), 2});
  if (mode == "reflect") {
    m.emit(nook::MirrorPad::Attrs{}, {x.id, around}, {y});
  } else if (zero) {
    m.emit(nook::Pad::Attrs{}, {x.id, around}, {y});
  } else {
    const TensorId value = m.add_constant(
        make_constant(x.type == kWhole ? nook::DType::kS32 : x.type, {1}, std::vector<double>{fill}));
    m.emit(nook::Padv2::Attrs{}, {x.id, around, value}, {y});
  }
  m.give(0, m.value(y, shape, x.order, x.type));
  return {};
}

std::string map_expand(Mapper& m) {
  if (!m.constant(1)) return kShapeUnknown;
  Dims to = m.integers(1, "");
  for (const int64_t dim : to)
    if (dim < 1 || dim > INT32_MAX) return not_from_1("a dimension of its shape", INT32_MAX, dim);
  Value x = m.in(0);
  while (to.size() < x.shape.size()) to.insert(to.begin(), 1);
  Dims dims(to.size() - x.shape.size(), 1);
  dims.insert(dims.end(), x.shape.begin(), x.shape.end());
  x = m.settled(in_memory(m, m.reshaped(x, dims)));
  for (size_t i = 0; i < to.size(); ++i) {
    if (dims[i] != to[i] && dims[i] != 1 && to[i] != 1) return "its shapes can't be broadcast";
    to[i] = dims[i] == 1 ? to[i] : dims[i];
  }
  const Dims stored = dims_in(to, x.order);
  const TensorId y = m.like(x.id, stored);
  m.emit(nook::BroadcastTo::Attrs{}, {x.id, m.add_ints(narrow(stored))}, {y});
  m.give(0, m.value(y, to, x.order, x.type));
  return {};
}

namespace {

Value tiled(Mapper& m, const Value& x, const std::vector<int64_t>& times) {
  Dims shape = x.shape;
  for (size_t i = 0; i < times.size(); ++i) shape[i] *= times[i];
  std::vector<int32_t> repeats;
  for (const int axis : x.order)
    repeats.push_back(axis < 0 ? 1 : static_cast<int32_t>(times[static_cast<size_t>(axis)]));
  const TensorId y = m.like(x.id, dims_in(shape, x.order));
  m.emit(nook::Tile::Attrs{}, {x.id, m.add_ints(repeats)}, {y});
  return m.value(y, shape, x.order, x.type);
}

}  // namespace

std::string map_tile(Mapper& m) {
  const bool along_one = m.opset() < 6;  // operands 1 and 2 are how often, and along which axis
  if (!m.constant(1) || (along_one && !m.constant(2))) return "its repeats are computed when the model runs";
  Value x = m.settled(in_memory(m, m.in(0)));
  std::vector<int64_t> times = m.integers(1, "");
  if (along_one) {
    int64_t axis = static_cast<int64_t>(single(*m.constant(2), -1));
    const int64_t often = static_cast<int64_t>(single(*m.constant(1), 0));
    if (axis < 0 || !fix_axis(rank_of(x), &axis)) return "axis: the operand has no such dimension";
    times.assign(x.shape.size(), 1);
    times[static_cast<size_t>(axis)] = often;
  }
  if (times.size() != x.shape.size()) return "repeats: need one for each dimension";
  for (const int64_t often : times)
    if (often < 1 || often > INT32_MAX) return not_from_1("repeats", INT32_MAX, often);
  // Each repeated dimension adds one to TILE's operand, whose rank is limited like any operator's.
  const size_t at_once = std::max<int64_t>(1, nook::kMaxRank - rank_of(x));
  std::vector<int64_t> now(times.size(), 1);
  size_t along = 0, done = 0;
  for (size_t i = 0; i < times.size() && m.trouble().empty(); ++i) {
    along += times[i] > 1, now[i] = times[i];
    if (along < at_once && i + 1 < times.size()) continue;
    if (along > 0 || (done == 0 && i + 1 == times.size())) x = tiled(m, x, now), ++done;
    now.assign(times.size(), 1), along = 0;
  }
  m.give(0, x);
  return {};
}

// Gives the operator's result, of that shape, from an image in blocks.
template <class Op>
static void give_blocks(Mapper& m, const Value& x, const Dims& shape, int64_t block) {
  const Order order = channels_last(4);
  const TensorId id = m.stored(x, order);
  const TensorId y = m.like(id, dims_in(shape, order));
  typename Op::Attrs attrs;
  attrs.block = static_cast<int32_t>(block);
  m.emit(attrs, {id}, {y});
  m.give(0, m.value(y, shape, order, x.type));
}

std::string map_depth_to_space(Mapper& m) {
  const int64_t block = m.node().integer("blocksize", 0);
  Value x = m.in(0);
  if (x.shape.size() != 4 || block < 1 || block > 4096 || x.shape[1] % (block * block) != 0)
    return "need an image and channels that are a multiple of the block";
  const int64_t channels = x.shape[1] / (block * block);
  if (m.node().text("mode", "DCR") == "CRD") {
    std::vector<int64_t> from;
    for (int64_t k = 0; k < block * block; ++k)
      for (int64_t c = 0; c < channels; ++c) from.push_back(c * block * block + k);
    x = gather(m, x, 1, from);
  }
  const Dims shape = {x.shape[0], channels, x.shape[2] * block, x.shape[3] * block};
  give_blocks<nook::DepthToSpace>(m, x, shape, block);
  return {};
}

std::string map_space_to_depth(Mapper& m) {
  const int64_t block = m.node().integer("blocksize", 0);
  const Value x = m.in(0);
  if (x.shape.size() != 4 || block < 1 || block > 4096 || x.shape[2] % block != 0 || x.shape[3] % block != 0)
    return "need an image of whole blocks";
  const Dims shape = {x.shape[0], x.shape[1] * block * block, x.shape[2] / block, x.shape[3] / block};
  give_blocks<nook::SpaceToDepth>(m, x, shape, block);
  return {};
}

}  // namespace nookc::onnx
