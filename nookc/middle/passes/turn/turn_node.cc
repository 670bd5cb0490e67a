#include "nookc/middle/passes/turn/turn_node.h"

#include <algorithm>
#include <utility>

#include "nook/core/nibbles.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/elementwise.h"
#include "nookc/graph/integers.h"

namespace nookc {
namespace {

using nook::OpCode;

// The dimensions that are exchanged.
constexpr int kRowDim = 1, kColumnDim = 2;

int turned_axis(int64_t axis, int rank) {
  const int at = static_cast<int>(axis < 0 ? axis + rank : axis);
  return at == kRowDim || at == kColumnDim ? kRowDim + kColumnDim - at : at;
}

void exchange(nook::Shape& shape) { std::swap(shape.dim[kRowDim], shape.dim[kColumnDim]); }
void exchange(nook::Padding& p) { std::swap(p.top, p.left), std::swap(p.bottom, p.right); }

// In four dimensions, the outer ones of size 1.
nook::Shape as_image(const nook::Shape& shape) {
  nook::Shape image;
  image.rank = 4;
  for (int i = 0; i < 4; ++i) image.dim[3 - i] = i < shape.rank ? shape.back(i) : 1;
  return image;
}

bool same_turned(const nook::Shape& image) { return image.dim[kRowDim] == 1 && image.dim[kColumnDim] == 1; }

// Element `from` of a constant to element `to` of a copy.
void copy_element(const Tensor& x, Bytes& y, size_t from, size_t to) {
  const auto size = static_cast<size_t>(nook::size_of(x.type));
  if (x.type != nook::DType::kS4) {
    std::copy_n(x.data->data() + from * size, size, y.data() + to * size);
    return;
  }
  const auto* const all = reinterpret_cast<const int8_t*>(x.data->data());
  const int value = nook_nibble(all, static_cast<int32_t>(from)) & 15;
  const int both = static_cast<int>(y[to / 2]);
  y[to / 2] = static_cast<std::byte>(to % 2 ? (both & 15) | value << 4 : (both & 0xf0) | value);
}

// The constant, read in this shape, with its height and width exchanged.
Tensor exchanged(const Tensor& from, const nook::Shape& shape) {
  Tensor to = from;
  to.channel_axis += shape.rank - from.shape.rank;
  to.shape = shape, exchange(to.shape);
  const auto height = static_cast<size_t>(shape.dim[kRowDim]),
             width = static_cast<size_t>(shape.dim[kColumnDim]), channels = static_cast<size_t>(shape.dim[3]),
             pixels = height * width;
  if (height == 1 || width == 1) return to;
  auto bytes = std::make_shared<Bytes>(from.data->size());
  const size_t count = static_cast<size_t>(shape.elements());
  for (size_t i = 0; i < count; ++i) {
    const size_t image = i / channels / pixels, pixel = i / channels % pixels;
    const size_t turned = pixel % width * height + pixel / width;
    copy_element(from, *bytes, i, (image * pixels + turned) * channels + i % channels);
  }
  to.data = std::move(bytes), to.source = -1;
  return to;
}

bool has_type(const Graph& graph, TensorId t, std::initializer_list<nook::DType> types) {
  return t != TensorId::kNone && std::ranges::find(types, graph[t].type) != types.end();
}
bool is_integer(const Graph& graph, TensorId t) {
  return has_type(graph, t, {nook::DType::kS8, nook::DType::kS16});
}

nook::PoolAttrs* pool_options(Node& node) {
  if (auto* a = Graph::attrs<nook::AveragePool2D>(node)) return a;
  if (auto* a = Graph::attrs<nook::MaxPool2D>(node)) return a;
  return Graph::attrs<nook::L2Pool2D>(node);
}

bool is_filter(const Graph& graph, TensorId t) {
  return t != TensorId::kNone && graph[t].constant() && graph[t].shape.rank == 4;
}
bool is_one_dimensional(const nook::Shape& filter) {
  return filter.dim[kRowDim] == 1 || filter.dim[kColumnDim] == 1;
}

bool window_turns(const Graph& graph, const Node& node) {
  if (nook::PoolAttrs* const pool = pool_options(const_cast<Node&>(node)))
    return is_integer(graph, node.in[0]) ||
           (has_type(graph, node.in[0], {nook::DType::kF32}) && (pool->filter_h == 1 || pool->filter_w == 1));
  if (!is_filter(graph, node.in[1])) return false;
  const bool floats = has_type(graph, node.in[0], {nook::DType::kF32});
  if (floats) return is_one_dimensional(graph[node.in[1]].shape);
  return is_integer(graph, node.in[0]);
}

// An operand that is repeated as needed: a constant, a transposed image, or one vector for all pixels.
bool operand_turns(const Graph& graph, TensorId t) {
  if (t == TensorId::kNone || may_turn(graph, t)) return true;
  const Tensor& tensor = graph[t];
  if (tensor.shape.rank > 4 || tensor.shape.elements() == 0 || tensor.variable) return false;
  const nook::Shape image = as_image(tensor.shape);
  if (same_turned(image)) return image.dim[0] == 1;
  const int channels = tensor.channel_axis + 4 - tensor.shape.rank;
  return tensor.constant() && image.dim[0] == 1 &&
         (tensor.scales.size() < 2 || (channels != kRowDim && channels != kColumnDim));
}
bool operands_turn(const Graph& graph, const Node& node) {
  return std::ranges::all_of(node.in, [&](TensorId t) { return operand_turns(graph, t); });
}

bool reduction_turns(const Graph& graph, const Node& node) {
  bool height = false, width = false;
  const int rank = graph[node.in[0]].shape.rank;
  for (const int64_t axis : integers_of(graph, node.in[1])) {
    const int64_t at = axis < 0 ? axis + rank : axis;
    height |= at == kRowDim, width |= at == kColumnDim;
  }
  if (!may_turn(graph, node.in[0]) || (!height && !width)) return false;
  if (graph[node.out[0]].shape.rank == 4 && !may_turn(graph, node.out[0])) return false;
  // The rest of height and width is a line, which has one order.
  return !(height && width) || is_integer(graph, node.in[0]);
}

bool slice_turns(const Graph& graph, const Node& node) {
  if (const auto* strided = Graph::attrs<nook::StridedSlice>(node)) {
    if (strided->shrink_axis_mask | strided->ellipsis_mask | strided->new_axis_mask) return false;
    if (integers_of(graph, node.in[3]).size() != 4) return false;
  }
  return may_turn(graph, node.out[0]) && integers_of(graph, node.in[1]).size() == 4 &&
         integers_of(graph, node.in[2]).size() == 4;
}

bool dense_turns(const Graph& graph, const Node& node) {
  const Tensor &x = graph[node.in[0]], &y = graph[node.out[0]], &w = graph[node.in[1]];
  return w.constant() && w.shape.rank == 2 && w.shape.dim[1] == x.shape.dim[3] &&
         x.shape.dim[1] == y.shape.dim[1] && x.shape.dim[2] == y.shape.dim[2] &&
         (is_integer(graph, node.in[0]) || w.type == nook::DType::kF32);
}

bool splits_exactly(const Graph& graph, const Node& node, size_t axis) {
  return integers_of(graph, node.in[axis]).size() == 1 &&
         std::ranges::all_of(node.out, [&](TensorId t) { return may_turn(graph, t); });
}

bool kind_turns(const Graph& graph, const Node& node) {
  switch (op_code(node)) {
    case OpCode::kConv2D:
    case OpCode::kDepthwiseConv2D:
    case OpCode::kAveragePool2D:
    case OpCode::kMaxPool2D:
    case OpCode::kL2Pool2D:
      return window_turns(graph, node);
    case OpCode::kTransposeConv:
      return is_filter(graph, node.in[1]) && is_integer(graph, node.in[2]);
    case OpCode::kPad:
    case OpCode::kMirrorPad:
      return integers_of(graph, node.in[1]).size() == 8;
    case OpCode::kPadv2:
      return integers_of(graph, node.in[1]).size() == 8 && graph[node.in[2]].shape.elements() == 1;
    case OpCode::kResizeNearestNeighbor:
      return integers_of(graph, node.in[1]).size() == 2;
    case OpCode::kResizeBilinear:
      return integers_of(graph, node.in[1]).size() == 2 && is_integer(graph, node.in[0]);
    case OpCode::kConcatenation:
      return operands_turn(graph, node);
    case OpCode::kSplit:
      return splits_exactly(graph, node, 0);
    case OpCode::kSplitV:
      return splits_exactly(graph, node, 2);
    case OpCode::kSlice:
    case OpCode::kStridedSlice:
      return slice_turns(graph, node);
    case OpCode::kSoftmax:
    case OpCode::kLogSoftmax:
    case OpCode::kL2Normalization:
      return true;
    case OpCode::kFullyConnected:
      return dense_turns(graph, node);
    default:
      return (works_on_elements(op_code(node)) || op_name(node) == "NOOK_LOOKUP") &&
             operands_turn(graph, node);
  }
}

bool is_reduction(const Node& node) {
  const OpCode code = op_code(node);
  return code == OpCode::kMean || code == OpCode::kSum || code == OpCode::kReduceMax ||
         code == OpCode::kReduceMin;
}

void turn_integers(Graph& graph, TensorId& t, size_t first, size_t second, size_t count = 1) {
  std::vector<int32_t> numbers;
  for (const int64_t n : integers_of(graph, t))
    numbers.push_back(static_cast<int32_t>(std::clamp<int64_t>(n, INT32_MIN, INT32_MAX)));
  if (numbers.size() < std::max(first, second) + count) return;
  for (size_t i = 0; i < count; ++i) std::swap(numbers[first + i], numbers[second + i]);
  t = add_integers(graph, graph[t].name, graph[t].shape, numbers);
}

void turn_axes(Graph& graph, TensorId& t, int rank) {
  std::vector<int32_t> numbers;
  for (const int64_t axis : integers_of(graph, t)) numbers.push_back(turned_axis(axis, rank));
  t = add_integers(graph, graph[t].name, graph[t].shape, numbers);
}

uint32_t turned_bits(uint32_t mask) {
  return (mask & ~6u) | (mask >> kRowDim & 1u) << kColumnDim | (mask >> kColumnDim & 1u) << kRowDim;
}

void turn_window(Node& node) {
  if (nook::PoolAttrs* const pool = pool_options(node)) {
    std::swap(pool->filter_h, pool->filter_w), std::swap(pool->stride_h, pool->stride_w);
    exchange(pool->padding);
  } else if (nook::ConvolutionAttrs* const a = convolution_of(node.attrs)) {
    std::swap(a->stride_h, a->stride_w), std::swap(a->dilation_h, a->dilation_w), exchange(a->padding);
  } else if (auto* const conv = Graph::attrs<nook::TransposeConv>(node)) {
    std::swap(conv->stride_h, conv->stride_w), exchange(conv->padding);
  }
}

}  // namespace

bool is_one_pixel(const Tensor& t) { return same_turned(t.shape); }
bool is_one_line(const Tensor& t) { return t.shape.dim[kRowDim] == 1 || t.shape.dim[kColumnDim] == 1; }

bool may_turn(const Graph& graph, TensorId t) {
  if (t == TensorId::kNone) return false;
  const Tensor& x = graph[t];
  return !x.constant() && !x.variable && x.shape.rank == 4 && x.shape.dim[0] == 1 && x.bytes() > 0 &&
         x.scales.size() < 2 && !graph.window_of(t);
}

bool turns_exactly(const Graph& graph, const Node& node) {
  if (node.erased() || !node.unit.empty() || has_state(graph, node) || may_wait(node) || node.in.empty())
    return false;
  if (is_reduction(node)) return reduction_turns(graph, node);
  const size_t data = op_row(node).signature.first(nook::Role::kData);
  if (!std::ranges::all_of(node.out, [&](TensorId t) { return may_turn(graph, t); })) return false;
  const bool elements = works_on_elements(op_code(node)) || op_code(node) == OpCode::kConcatenation;
  return (elements || may_turn(graph, node.in[data])) && kind_turns(graph, node);
}

TensorId TurnedConstants::image(TensorId t) {
  if (t == TensorId::kNone || !graph_[t].constant()) return t;
  const nook::Shape shape = as_image(graph_[t].shape);
  if (same_turned(shape)) return t;
  const auto [at, fresh] = images_.try_emplace(t, t);
  if (fresh) at->second = graph_.add(exchanged(graph_[t], shape));
  return at->second;
}

TensorId TurnedConstants::columns(TensorId weights, const nook::Shape& image) {
  const auto [at, fresh] = columns_.try_emplace({weights, image.dim[kRowDim]}, weights);
  if (!fresh) return at->second;
  nook::Shape shape = image;
  shape.dim[0] = graph_[weights].shape.dim[0];
  Tensor turned = exchanged(graph_[weights], shape);
  turned.shape = graph_[weights].shape, turned.channel_axis = graph_[weights].channel_axis;
  return at->second = graph_.add(std::move(turned));
}

void turn_node(Graph& graph, Node& node, TurnedConstants& constants) {
  turn_window(node);
  switch (op_code(node)) {
    case OpCode::kConv2D:
    case OpCode::kDepthwiseConv2D:
      node.in[1] = constants.image(node.in[1]);
      return;
    case OpCode::kTransposeConv:
      node.in[1] = constants.image(node.in[1]);
      turn_integers(graph, node.in[0], kRowDim, kColumnDim);
      return;
    case OpCode::kPad:
    case OpCode::kMirrorPad:
    case OpCode::kPadv2:
      turn_integers(graph, node.in[1], 2 * kRowDim, 2 * kColumnDim, 2);
      return;
    case OpCode::kResizeNearestNeighbor:
    case OpCode::kResizeBilinear:
      turn_integers(graph, node.in[1], 0, 1);
      return;
    case OpCode::kSplit:
      turn_axes(graph, node.in[0], 4);
      return;
    case OpCode::kSplitV:
      turn_axes(graph, node.in[2], 4);
      return;
    case OpCode::kStridedSlice: {
      auto& attrs = *Graph::attrs<nook::StridedSlice>(node);
      attrs.begin_mask = turned_bits(attrs.begin_mask), attrs.end_mask = turned_bits(attrs.end_mask);
      turn_integers(graph, node.in[3], kRowDim, kColumnDim);
      [[fallthrough]];
    }
    case OpCode::kSlice:
      turn_integers(graph, node.in[1], kRowDim, kColumnDim),
          turn_integers(graph, node.in[2], kRowDim, kColumnDim);
      return;
    default:
      break;
  }
  if (is_reduction(node)) turn_axes(graph, node.in[1], 4);
  if (int32_t* const axis = axis_of(node.attrs); axis && op_code(node) == OpCode::kConcatenation)
    *axis = turned_axis(*axis, 4);
  if (works_on_elements(op_code(node)) || op_code(node) == OpCode::kConcatenation)
    for (TensorId& t : node.in) t = constants.image(t);
}

}  // namespace nookc
