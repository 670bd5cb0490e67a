#include "tests/generated/sketch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nookc/middle/lower/prepare_node.h"

namespace generated {
namespace {

constexpr int32_t kMostElements = 6000;
constexpr float kTypical = 60;         // typical magnitude of an arbitrary int8
constexpr float kTypicalWide = 15000;  // typical magnitude of an int16

nook::Shape shape_of(const Ints& dims) {
  nook::Shape shape;
  shape.rank = static_cast<uint8_t>(dims.size());
  std::ranges::copy(dims, shape.dim);
  return shape;
}

nookc::Tensor tensor(nook::DType type, const Ints& shape, std::vector<float> scales = {}, int32_t zero = 0) {
  nookc::Tensor t;
  t.type = type;
  t.shape = shape_of(shape);
  t.scales = std::move(scales);
  t.zero_point = zero;
  return t;
}

// A sixteenth of each value, two per byte.
nookc::Bytes in_nibbles(const nookc::Bytes& bytes) {
  nookc::Bytes packed((bytes.size() + 1) / 2);
  for (size_t i = 0; i < bytes.size(); ++i)
    packed[i / 2] |= i % 2 ? bytes[i] & std::byte{0xF0} : bytes[i] >> 4;
  return packed;
}

}  // namespace

Sketch::Sketch(Choices& choices) : choose(choices) {
  graph.file = "generated.tflite";
  values_ = static_cast<uint64_t>(choose.in(0, 9)) + 1;
}

int32_t Sketch::draw(int32_t lo, int32_t hi) {
  values_ = values_ * 6364136223846793005u + 1442695040888963407u;
  return lo + static_cast<int32_t>((values_ >> 33) % (static_cast<uint64_t>(hi - lo) + 1));
}

TensorId Sketch::named(nookc::Tensor t, const std::string& name) {
  t.source = static_cast<int32_t>(graph.tensors.size());
  t.name = name + std::to_string(t.source);
  return graph.add(std::move(t));
}

TensorId Sketch::constant(nookc::Tensor t, nookc::Bytes bytes, const std::string& name) {
  t.data = std::make_shared<const nookc::Bytes>(std::move(bytes));
  return named(std::move(t), name);
}

TensorId Sketch::quantized(const Ints& shape, float scale, int32_t zero) {
  return named(tensor(nook::DType::kS8, shape, {scale}, zero), "t");
}

TensorId Sketch::wide(const Ints& shape, float scale) {
  return named(tensor(nook::DType::kS16, shape, {scale}), "t");
}

TensorId Sketch::real(const Ints& shape) { return named(tensor(nook::DType::kF32, shape), "t"); }

TensorId Sketch::truth(const Ints& shape) { return named(tensor(nook::DType::kBool, shape), "t"); }

TensorId Sketch::indices(const Ints& shape) { return named(tensor(nook::DType::kS32, shape), "t"); }

TensorId Sketch::plain(nook::DType type, const Ints& shape) { return named(tensor(type, shape), "t"); }

TensorId Sketch::alike(TensorId like, const Ints& shape) {
  return named(tensor(graph[like].type, shape, graph[like].scales, graph[like].zero_point), "t");
}

TensorId Sketch::result(TensorId x, const Ints& shape, float spread) {
  if (is_float(x)) return real(shape);
  if (is_wide(x)) {
    const float scale = spread / kTypicalWide * static_cast<float>(choose.in(2, 6)) / 4;
    return wide(shape, std::clamp(scale, 1e-6f, 1e6f));
  }
  static const Ints zeros = {0, -128, 127, -1, 5, 64, -77};
  const float scale = spread / kTypical * static_cast<float>(choose.in(2, 6)) / 4;
  return quantized(shape, std::clamp(scale, 1e-6f, 1e6f), choose.of(zeros));
}

TensorId Sketch::integers(const Ints& shape, const Ints& values) {
  nookc::Bytes bytes(values.size() * sizeof(int32_t));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return constant(tensor(nook::DType::kS32, shape), std::move(bytes), "i");
}

TensorId Sketch::shorts(const Ints& values) {
  const std::vector<int16_t> narrow(values.begin(), values.end());
  nookc::Bytes bytes(narrow.size() * sizeof(int16_t));
  std::memcpy(bytes.data(), narrow.data(), bytes.size());
  return constant(tensor(nook::DType::kS16, {static_cast<int32_t>(values.size())}), std::move(bytes), "i");
}

TensorId Sketch::octets(const Ints& values) {
  nookc::Bytes bytes;
  for (const int32_t value : values) bytes.push_back(static_cast<std::byte>(value));
  return constant(tensor(nook::DType::kU8, {static_cast<int32_t>(values.size())}), std::move(bytes), "i");
}

// Training and pruning leave whole channels at zero, which compilers exploit.
void Sketch::clear_channels(nookc::Bytes& bytes, const Ints& shape) {
  const size_t inner = static_cast<size_t>(shape.back()), filters = static_cast<size_t>(shape[0]);
  const bool outer = choose.chance(50);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t channel = outer ? i / (bytes.size() / filters) : i % inner;
    if (channel % 3 != 1) bytes[i] = std::byte{0};
  }
}

TensorId Sketch::weights(const Ints& shape, int axis) {
  const nook::Shape all = shape_of(shape);
  nookc::Bytes bytes(static_cast<size_t>(all.elements()));
  for (std::byte& b : bytes) b = static_cast<std::byte>(draw(-127, 127));
  if (choose.chance(15)) clear_channels(bytes, shape);
  std::vector<float> scales(axis < 0 ? 1 : static_cast<size_t>(shape[static_cast<size_t>(axis)]));
  for (float& s : scales) s = static_cast<float>(draw(5, 15)) / 1000;
  nookc::Tensor t = tensor(nook::DType::kS8, shape, std::move(scales));
  t.channel_axis = t.scales.size() > 1 ? axis : 0;
  if (choose.chance(10)) {
    t.type = nook::DType::kS4, bytes = in_nibbles(bytes);
    for (float& scale : t.scales) scale *= 16;
  }
  return constant(std::move(t), std::move(bytes), "w");
}

TensorId Sketch::layer(TensorId x, const Ints& shape, int axis, float most) {
  if (!is_float(x)) {
    const TensorId w = weights(shape, axis);
    if (axis < 0 && !is_wide(x) && choose.chance(8)) graph[w].zero_point = choose.in(-128, 127);
    return w;
  }
  if (!choose.chance(20)) return floats(shape, most);
  const Mark start = mark();
  const TensorId w = choose.chance(20) ? halves(shape) : weights(shape, axis);
  for (float& scale : graph[w].scales) scale *= most;
  if (graph[w].type == nook::DType::kS8 && choose.chance(50)) return w;
  const TensorId wide = real(shape);
  return add(start, nook::Dequantize::Attrs{}, {w}, wide) ? wide : floats(shape, most);
}

TensorId Sketch::halves(const Ints& shape) {
  nookc::Bytes bytes(static_cast<size_t>(shape_of(shape).elements()) * 2);
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const uint16_t half = static_cast<uint16_t>(draw(0, 1) << 15 | draw(0x2000, 0x3800));  // up to 0.5
    std::memcpy(&bytes[i], &half, 2);
  }
  return constant(tensor(nook::DType::kF16, shape), std::move(bytes), "h");
}

TensorId Sketch::floats(const Ints& shape, float most) {
  std::vector<float> values(static_cast<size_t>(shape_of(shape).elements()));
  for (float& v : values) v = most * static_cast<float>(draw(-1000, 1000)) / 1000;
  nookc::Bytes bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return constant(tensor(nook::DType::kF32, shape), std::move(bytes), "f");
}

TensorId Sketch::bytes(const Ints& shape, float scale, int32_t zero) {
  nookc::Bytes bytes(static_cast<size_t>(shape_of(shape).elements()));
  for (std::byte& b : bytes) b = static_cast<std::byte>(draw(-128, 127));
  return constant(tensor(nook::DType::kS8, shape, {scale}, zero), std::move(bytes), "c");
}

TensorId Sketch::words(const Ints& shape, float scale) {
  nookc::Bytes bytes(2 * static_cast<size_t>(shape_of(shape).elements()));
  for (std::byte& b : bytes) b = static_cast<std::byte>(draw(-128, 127));
  return constant(tensor(nook::DType::kS16, shape, {scale}), std::move(bytes), "c");
}

TensorId Sketch::constant_like(TensorId like, const Ints& shape, float times) {
  if (is_float(like)) return floats(shape, 1);
  const float scale = graph[like].scales[0] * times;
  return is_wide(like) ? words(shape, scale) : bytes(shape, scale, graph[like].zero_point);
}

TensorId Sketch::bias(TensorId x, TensorId weights, int32_t channels, float in_scale, int32_t most) {
  if (is_float(x)) return floats({channels}, 0.5f);
  Ints values;
  for (int32_t i = 0; i < channels; ++i) values.push_back(draw(-most, most));
  TensorId t = TensorId::kNone;
  if (is_wide(x) && choose.chance(80)) {
    nookc::Bytes bytes(values.size() * sizeof(int64_t));
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t value = int64_t{values[i]} * 256;
      std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
    }
    t = constant(tensor(nook::DType::kS64, {channels}), std::move(bytes), "b");
  } else {
    t = integers({channels}, values);
  }
  for (const float s : graph[weights].scales) graph[t].scales.push_back(s * in_scale);
  return t;
}

float Sketch::spread(TensorId t) const {
  if (is_float(t)) return 1;
  return graph[t].scales[0] * (is_wide(t) ? kTypicalWide : kTypical);
}

void Sketch::undo(const Mark& mark) {
  graph.tensors.resize(mark.tensors);
  graph.nodes.resize(mark.nodes);
}

bool Sketch::add(const Mark& mark, nookc::Attrs attrs, std::vector<TensorId> in, std::vector<TensorId> out) {
  nookc::Node node;
  node.attrs = std::move(attrs);
  node.in = std::move(in);
  node.out = std::move(out);
  node.source = static_cast<int32_t>(graph.nodes.size());
  std::vector<uint64_t> memory(1 << 13);
  nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * sizeof(uint64_t)});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const bool small = std::ranges::all_of(node.out, [&](TensorId t) { return elements(t) <= kMostElements; });
  if (small && nookc::prepare_node(graph, node, context)) {
    graph.nodes.push_back(std::move(node));
    return true;
  }
  undo(mark);
  return false;
}

}  // namespace generated
