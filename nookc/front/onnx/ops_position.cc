// Positions for attention: RotaryEmbedding rotates pairs of elements by the angles of their position,
// TensorScatter writes new keys and values into a cache.
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {
namespace {

Value times(Mapper& m, const Value& a, const Value& b) { return multiplied(m, a, b); }

// A cache of sines or cosines as [batch][1][steps][half].
std::string read_angles(Mapper& m, size_t operand, const Dims& x, int64_t half, Value* to) {
  Value cache = m.in(operand);
  if (m.given(3)) {
    const Value at = m.raw(3);
    if (cache.shape.size() != 2 || at.shape != Dims{x[0], x[2]})
      return "need caches of 2 dimensions and position_ids of [batch][steps]";
    const TensorId table = m.plain(cache), ids = m.plain(at);
    const Dims shape = {x[0], x[2], cache.shape[1]};
    const TensorId y = m.like(table, shape);
    m.emit(nook::Gather::Attrs{}, {table, ids}, {y});
    cache = m.value(y, shape);
  }
  if (cache.shape != Dims{x[0], x[2], half})
    return "its caches: need half of the turned elements for each step";
  *to = m.reshaped(cache, {x[0], 1, x[2], half});
  return {};
}

// Elements [first, first + count) along the last dimension, or every second one from `first` on.
Value part(Mapper& m, const Value& x, int64_t first, int64_t count, int64_t step) {
  if (step == 1) return slice(m, x, 3, first, count);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < count; ++i) indices.push_back(first + i * step);
  return gather(m, x, 3, indices);
}

}  // namespace

std::string map_rotary_embedding(Mapper& m) {
  Value x = m.in(0);
  const bool flat = x.shape.size() == 3;
  const Dims stated = x.shape;
  if (flat) {
    const int64_t heads = m.node().integer("num_heads", 0);
    if (heads < 1 || x.shape[2] % heads != 0)
      return "num_heads: need a number that divides the last dimension";
    x = m.permuted(m.reshaped(x, {x.shape[0], x.shape[1], heads, x.shape[2] / heads}), {0, 2, 1, 3});
  }
  if (x.shape.size() != 4) return "need an operand of 3 or 4 dimensions";
  const int64_t size = x.shape[3], some = m.node().integer("rotary_embedding_dim", 0);
  const int64_t turned = some != 0 ? some : size;
  if (turned < 2 || turned > size || turned % 2 != 0)
    return "rotary_embedding_dim: need an even number up to the size of a head, " + std::to_string(size);
  const int64_t half = turned / 2;
  Value cosine, sine;
  if (const std::string why = read_angles(m, 1, x.shape, half, &cosine); !why.empty()) return why;
  if (const std::string why = read_angles(m, 2, x.shape, half, &sine); !why.empty()) return why;
  const bool interleaved = m.node().integer("interleaved", 0) != 0;
  const Value a = part(m, x, 0, half, interleaved ? 2 : 1),
              b = part(m, x, interleaved ? 1 : half, half, interleaved ? 2 : 1);
  const Value real = binary(m, nook::Sub::Attrs{}, times(m, a, cosine), times(m, b, sine));
  const Value imaginary = added(m, times(m, a, sine), times(m, b, cosine));
  std::vector<Value> parts = {real, imaginary};
  if (turned < size) parts.push_back(slice(m, x, 3, turned, size - turned));
  Value y = concat(m, parts, 3);
  if (interleaved) {
    std::vector<int64_t> back;
    for (int64_t i = 0; i < size; ++i) back.push_back(i >= turned ? i : i % 2 * half + i / 2);
    y = gather(m, y, 3, back);
  }
  if (flat) y = m.reshaped(m.permuted(y, {0, 2, 1, 3}), stated);
  m.give(0, y);
  return {};
}

std::string map_tensor_scatter(Mapper& m) {
  const Value past = m.in(0), update = m.in(1);
  const int64_t rank = static_cast<int64_t>(past.shape.size());
  int64_t axis = m.node().integer("axis", -2);
  if (!fix_axis(rank, &axis) || axis == 0) return "axis: need one of the operand after the first";
  Dims fits = past.shape;
  const size_t along = static_cast<size_t>(axis);
  if (update.shape.size() == past.shape.size()) fits[along] = update.shape[along];
  const int64_t length = past.shape[along], count = fits[along];
  if (update.shape != fits || count > length) return "its update does not fit into the cache";
  const ConstantPtr at = m.constant(2);
  if (m.given(2) && !at) return "write_indices are computed when the model runs";
  const std::vector<int64_t> starts = at ? integers_of(*at) : std::vector<int64_t>{0};
  if (starts.empty() || std::ranges::count(starts, starts[0]) != static_cast<int64_t>(starts.size()))
    return "write_indices: need one index for the whole batch";
  const bool circular = m.node().text("mode", "linear") == "circular";
  if (starts[0] < 0 || starts[0] > (circular ? INT32_MAX : length - count))
    return "write_indices: the update would end outside of the cache";
  std::vector<int64_t> from;
  for (int64_t i = 0; i < length; ++i) from.push_back(i);
  for (int64_t i = 0; i < count; ++i) from[static_cast<size_t>((starts[0] + i) % length)] = length + i;
  m.give(0, gather(m, concat(m, {in_memory(m, past), in_memory(m, update)}, axis), axis, from));
  return {};
}

}  // namespace nookc::onnx
