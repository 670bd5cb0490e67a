#include "nookc/study/quantize/patches.h"

#include <algorithm>

#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/sliding_filter.h"

namespace nookc {

std::optional<Patches> Patches::of(const Graph& graph, const Node& node, const Weighted& w) {
  const nook::Shape &x = graph[node.in[w.data]].shape, &filter = graph[node.in[w.weights]].shape,
                    &y = graph[node.out[0]].shape;
  const auto dim = [](const nook::Shape& shape, int d) { return static_cast<size_t>(shape.dim[d]); };
  Patches p;
  const nook::OpCode code = op_code(node);
  if (code == nook::OpCode::kFullyConnected) {
    if (filter.rank != 2) return std::nullopt;
    p.outputs_ = dim(filter, 0), p.size_ = p.read_channels_ = p.all_channels_ = dim(filter, 1);
    p.places_ = p.size_ == 0 ? 0 : static_cast<size_t>(x.elements()) / p.size_;
    return p;
  }
  if (x.rank != 4 || y.rank != 4 || filter.rank != 4) return std::nullopt;
  if (const auto* const transposed = Graph::attrs<nook::TransposeConv>(node)) {
    p.transposed_ = true;
    const int32_t strides[] = {transposed->stride_h, transposed->stride_w};
    for (int a = 0; a < 2; ++a) {
      Axis& axis = p.axis_[a];
      axis = {x.dim[a + 1], y.dim[a + 1], filter.dim[a + 1], strides[a], 1, 0};
      if (transposed->padding.mode == nook::PadMode::kSame)
        axis.before = std::max(0, (axis.in - 1) * axis.stride + axis.taps - axis.out) / 2;
    }
  } else if (code == nook::OpCode::kConv2D || code == nook::OpCode::kDepthwiseConv2D) {
    Node copy = node;
    const std::optional<SlidingFilter> sliding = sliding_filter(graph, copy);
    if (!sliding) return std::nullopt;
    for (int a = 0; a < 2; ++a) {
      const SlidingFilter::Axis& from = sliding->axis[a];
      p.axis_[a] = {from.in, from.out, from.size, from.stride, from.dilation, from.before};
    }
  } else {
    return std::nullopt;
  }
  p.by_channel_ = code == nook::OpCode::kDepthwiseConv2D;
  p.all_channels_ = dim(x, 3);
  p.read_channels_ = p.by_channel_ ? 1 : dim(filter, 3);
  const size_t channels = dim(filter, p.by_channel_ ? 3 : 0);
  if (p.read_channels_ == 0 || p.all_channels_ % p.read_channels_ != 0) return std::nullopt;
  p.groups_ = p.all_channels_ / p.read_channels_;
  if (p.groups_ == 0 || channels % p.groups_ != 0) return std::nullopt;
  p.outputs_ = channels / p.groups_;
  p.size_ = dim(filter, 1) * dim(filter, 2) * p.read_channels_;
  p.places_ = dim(y, 0) * dim(y, 1) * dim(y, 2);
  return p;
}

int32_t Patches::Axis::source(int32_t at, int32_t tap, bool transposed) const {
  int32_t from = at * stride + tap * dilation - before;
  if (transposed) {
    const int32_t ahead = at + before - tap;
    from = ahead >= 0 && ahead % stride == 0 ? ahead / stride : -1;
  }
  return from < in ? from : -1;
}

void Patches::read(std::span<const float> x, size_t group, size_t place, std::span<float> to) const {
  const auto &down = axis_[0], &across = axis_[1];
  const size_t wide = static_cast<size_t>(across.out), image = static_cast<size_t>(down.out) * wide;
  const size_t image_size = static_cast<size_t>(down.in) * static_cast<size_t>(across.in) * all_channels_;
  const size_t batch = place / image, inside = place % image;
  const auto oy = static_cast<int32_t>(inside / wide), ox = static_cast<int32_t>(inside % wide);
  float* next = to.data();
  for (int32_t ky = 0; ky < down.taps; ++ky) {
    const int32_t iy = down.source(oy, ky, transposed_);
    for (int32_t kx = 0; kx < across.taps; ++kx, next += read_channels_) {
      const int32_t ix = across.source(ox, kx, transposed_);
      if (iy < 0 || ix < 0) {
        std::fill_n(next, read_channels_, 0.0f);
        continue;
      }
      const size_t pixel = static_cast<size_t>(iy) * static_cast<size_t>(across.in) + static_cast<size_t>(ix);
      const size_t first = batch * image_size + pixel * all_channels_ + group * read_channels_;
      std::copy_n(x.data() + first, read_channels_, next);
    }
  }
}

}  // namespace nookc
