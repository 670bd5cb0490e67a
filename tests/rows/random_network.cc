#include "tests/rows/random_network.h"

#include <algorithm>
#include <string>
#include <vector>

#include "nook/ops/add/add_op.h"
#include "nook/ops/add_n/add_n_op.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depth_to_space/depth_to_space_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/pack/pack_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/padv2/padv2_op.h"
#include "nook/ops/prelu/prelu_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nook/ops/space_to_depth/space_to_depth_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tile/tile_op.h"
#include "nook/ops/transpose/transpose_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace test {
namespace {

class RandomNetwork {
 public:
  RandomNetwork(uint32_t seed, Operators operators) : rng_(seed), operators_(operators) {
    const bool wide = operators_ == Operators::kWide;
    const int32_t height = wide ? rng_.in(2, 8) : rng_.in(4, 14),
                  width = wide ? rng_.in(9, 24) : rng_.in(1, 6);
    images_.push_back(b_.input("image", {1, height, width, rng_.in(1, 3)}));
    if (all() && rng_.in(0, 3) == 0) add_second_input();
    if (all() && rng_.in(0, 3) == 0) add_two_shapes();
    const int32_t count = rng_.in(2, all() ? 12 : 9);
    for (int32_t i = 0; i < count; ++i) add_operator();
    if (all() && rng_.in(0, 2) == 0) add_tail();
    b_.outputs(images_.back());
    if (images_.size() > 3 && rng_.in(0, 4) == 0) b_.outputs(images_[images_.size() - 2]);
  }

  nookc::Graph take() { return std::move(b_.graph); }

 private:
  using TensorId = nookc::TensorId;

  bool all() const { return operators_ == Operators::kAll || operators_ == Operators::kWide; }
  const nook::Shape& shape(TensorId t) { return b_.graph[t].shape; }
  TensorId image(int32_t h, int32_t w, int32_t c) {
    return b_.tensor("t" + std::to_string(b_.graph.tensors.size()), {1, h, w, c});
  }
  // Appends an operator; its output is available to later ones.
  template <class Attrs>
  void add(const Attrs& attrs, std::vector<TensorId> in, TensorId y) {
    b_.node(attrs, std::move(in), y);
    images_.push_back(y);
  }

  // An input of another size, or the same bytes in another shape.
  void add_second_input() {
    const nook::Shape s = shape(images_[0]);
    if (rng_.in(0, 1))
      images_.push_back(b_.input("other", {1, s.dim[2], s.dim[1], s.dim[3]}));
    else
      images_.push_back(b_.input("other", {1, rng_.in(1, 9), s.dim[2], s.dim[3]}));
  }

  void add_operator() {
    const TensorId x =
        images_[images_.size() - 1 - static_cast<size_t>(rng_.in(0, 3) == 0 && images_.size() > 1)];
    if ((operators_ == Operators::kScaling && rng_.in(0, 1)) || (all() && rng_.in(0, 9) == 0))
      return add_scaling(x);
    const int32_t last = operators_ == Operators::kFilters || operators_ == Operators::kScaling ? 5
                         : all()                                                                ? 17
                                                                                                : 11;
    switch (rng_.in(0, last)) {
      case 0:
        return add_sum(x);
      case 1:
        return add_pool(x, false);
      case 2:
        return add_pool(x, rng_.in(0, 2) == 0);
      case 6:
        return add_concatenation(x);
      case 7:
        return add_slice(x);
      case 8:
        return add_mean(x);
      case 10:
      case 11:
        return all() ? add_elementwise(x) : rng_.in(0, 1) ? add_split(x) : add_same(x);
      case 12:
        return add_padding(x);
      case 13:
      case 14:
        return add_padded_convolution(x);
      case 15:
        return add_two_shapes();
      case 16:
        return add_reshape(x);
      case 17:
        return add_depthwise(x);
      default:
        return add_convolution(x);
    }
  }

  void add_scaling(TensorId x) {
    const nook::Shape in = shape(x);
    const int32_t by = rng_.in(2, 3);
    switch (rng_.in(0, 6)) {
      case 0:
        return add_depth_to_space(x, by);
      case 6:
        return add_margins(x);
      case 1:
        if (in.dim[1] % by || in.dim[2] % by) return add_scaling(x);
        return add(nook::SpaceToDepth::Attrs{by}, {x},
                   image(in.dim[1] / by, in.dim[2] / by, in.dim[3] * by * by));
      case 2:
        return add_resized<nook::ResizeNearestNeighbor>(x, by);
      case 3:
        return add_resized<nook::ResizeBilinear>(x, by);
      case 4:
        return add_mirror(x);
      default:
        return add_transposed(x);
    }
  }

  // After a convolution that creates the channels, if there are too few.
  void add_depth_to_space(TensorId x, int32_t by) {
    nook::Shape in = shape(x);
    if (in.dim[1] * by > kMostHeight || in.dim[2] * by > kMostHeight) return;
    if (in.dim[3] % (by * by) != 0) {
      const int32_t c = by * by * rng_.in(1, 2);
      const TensorId wide = image(in.dim[1], in.dim[2], c);
      add(nook::Conv2D::Attrs{}, {x, b_.weights("w", {c, 1, 1, in.dim[3]}), TensorId::kNone}, wide);
      x = wide, in = shape(wide);
    }
    add(nook::DepthToSpace::Attrs{by}, {x}, image(in.dim[1] * by, in.dim[2] * by, in.dim[3] / by / by));
  }

  // By an integer factor, or to any size.
  template <class Resize>
  void add_resized(TensorId x, int32_t by) {
    const nook::Shape in = shape(x);
    const bool any = rng_.in(0, 3) == 0;
    const int32_t h = any ? rng_.in(1, kMostHeight) : in.dim[1] * by,
                  w = any ? rng_.in(1, 8) : in.dim[2] * by;
    if (h > kMostHeight || w > kMostHeight) return;
    const int32_t kind = rng_.in(0, 2);
    typename Resize::Attrs attrs;
    attrs.align_corners = kind == 1, attrs.half_pixel_centers = kind == 2;
    add(attrs, {x, b_.integers("size", {2}, {h, w})}, image(h, w, in.dim[3]));
  }

  void add_margins(TensorId x) {
    const nook::Shape in = shape(x);
    const int32_t top = rng_.in(0, 3), bottom = rng_.in(0, 3), left = rng_.in(0, 1), right = rng_.in(0, 1);
    if (in.dim[1] + top + bottom > kMostHeight || in.dim[2] > 8) return;
    const TensorId y = image(in.dim[1] + top + bottom, in.dim[2] + left + right, in.dim[3]);
    const TensorId paddings = b_.integers("paddings", {4, 2}, {0, 0, top, bottom, left, right, 0, 0});
    if (rng_.in(0, 1)) return add(nook::Pad::Attrs{}, {x, paddings}, y);
    const TensorId value = b_.weights("value", {1});
    b_.graph[value].scales = b_.graph[y].scales, b_.graph[value].zero_point = b_.graph[y].zero_point;
    add(nook::Padv2::Attrs{}, {x, paddings, value}, y);
  }

  void add_mirror(TensorId x) {
    const nook::Shape in = shape(x);
    nook::MirrorPad::Attrs attrs;
    attrs.symmetric = rng_.in(0, 1) == 1;
    const int32_t most = std::min(2, in.dim[1] - !attrs.symmetric);
    const int32_t top = rng_.in(0, most), bottom = rng_.in(0, most), left = rng_.in(0, attrs.symmetric);
    if (in.dim[1] + top + bottom > kMostHeight || in.dim[2] > 8) return;
    add(attrs, {x, b_.integers("paddings", {4, 2}, {0, 0, top, bottom, left, 0, 0, 0})},
        image(in.dim[1] + top + bottom, in.dim[2] + left, in.dim[3]));
  }

  // Also with filters that skip rows, which leaves output rows without input.
  void add_transposed(TensorId x) {
    const nook::Shape in = shape(x);
    nook::TransposeConv::Attrs attrs;
    attrs.padding.mode = rng_.in(0, 1) ? nook::PadMode::kSame : nook::PadMode::kValid;
    attrs.stride_h = rng_.in(1, 3), attrs.stride_w = rng_.in(1, 2);
    const int32_t fh = rng_.in(1, 4), fw = rng_.in(1, 3), c = rng_.in(1, 4), more = rng_.in(0, 5) ? 0 : 3;
    const bool same = attrs.padding.mode == nook::PadMode::kSame;
    const int32_t h = in.dim[1] * attrs.stride_h + (same ? 0 : std::max(0, fh - attrs.stride_h)) + more;
    const int32_t w = in.dim[2] * attrs.stride_w + (same ? 0 : std::max(0, fw - attrs.stride_w));
    if (h > kMostHeight || w > kMostHeight || h < fh || w < fw) return;
    add(attrs,
        {b_.integers("shape", {4}, {1, h, w, c}), b_.weights("w", {c, fh, fw, in.dim[3]}), x,
         TensorId::kNone},
        image(h, w, c));
  }

  static constexpr int32_t kMostHeight = 40;

  // Positions of a filter of that extent.
  static int32_t positions(int32_t in, int32_t filter, int32_t stride, bool same) {
    return same ? (in + stride - 1) / stride : in >= filter ? (in - filter) / stride + 1 : 0;
  }

  void add_convolution(TensorId x) {
    const nook::Shape in = shape(x);
    nook::Conv2D::Attrs attrs;
    attrs.stride_h = rng_.in(1, 2), attrs.stride_w = rng_.in(1, 2), attrs.dilation_h = rng_.in(0, 3) ? 1 : 2;
    const int32_t fh = rng_.in(1, 4), fw = rng_.in(1, 3), extent = (fh - 1) * attrs.dilation_h + 1;
    const bool same = rng_.in(0, 2) > 0;
    attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
    const int32_t h = positions(in.dim[1], extent, attrs.stride_h, same),
                  w = positions(in.dim[2], fw, attrs.stride_w, same);
    if (h < 1 || w < 1) return;
    const int32_t c = rng_.in(1, 5);
    add(attrs, {x, b_.weights("w", {c, fh, fw, in.dim[3]}), TensorId::kNone}, image(h, w, c));
  }

  // As fold-pads leaves it: any padding, even more than the filter covers, and strides above the filter.
  void add_padded_convolution(TensorId x) {
    const nook::Shape in = shape(x);
    nook::Conv2D::Attrs attrs;
    attrs.padding = {nook::PadMode::kExplicit, rng_.in(0, 4), rng_.in(0, 4), rng_.in(0, 2), rng_.in(0, 2)};
    attrs.stride_h = rng_.in(0, 2) ? 1 : rng_.in(1, 4);
    const int32_t fh = rng_.in(1, 3), fw = rng_.in(1, 3), c = rng_.in(1, 3);
    const int32_t h = positions(in.dim[1] + attrs.padding.top + attrs.padding.bottom, fh, attrs.stride_h,
                                false),
                  w = positions(in.dim[2] + attrs.padding.left + attrs.padding.right, fw, 1, false);
    if (h < 1 || w < 1 || h > 20 || w > 10) return;
    add(attrs, {x, b_.weights("w", {c, fh, fw, in.dim[3]}), TensorId::kNone}, image(h, w, c));
  }

  void add_depthwise(TensorId x) {
    const nook::Shape in = shape(x);
    nook::DepthwiseConv2D::Attrs attrs;
    attrs.stride_h = rng_.in(1, 3);
    attrs.padding.mode = nook::PadMode::kSame;
    const int32_t fh = rng_.in(1, 3), fw = rng_.in(1, 3);
    add(attrs, {x, b_.weights("w", {1, fh, fw, in.dim[3]}), TensorId::kNone},
        image(positions(in.dim[1], fh, attrs.stride_h, true), in.dim[2], in.dim[3]));
  }

  void add_pool(TensorId x, bool global) {
    const nook::Shape in = shape(x);
    nook::AveragePool2D::Attrs attrs;
    attrs.filter_h = global ? in.dim[1] : std::min(in.dim[1], rng_.in(1, 3));
    attrs.filter_w = global ? in.dim[2] : std::min(in.dim[2], rng_.in(1, 3));
    attrs.stride_h = rng_.in(1, 4), attrs.stride_w = rng_.in(1, 2);
    const int32_t h = positions(in.dim[1], attrs.filter_h, attrs.stride_h, false),
                  w = positions(in.dim[2], attrs.filter_w, attrs.stride_w, false);
    add(attrs, {x}, image(h, w, in.dim[3]));
  }

  // An image of the same shape, or x itself.
  TensorId like(TensorId x) {
    TensorId other = x;
    for (TensorId t : images_)
      if (t != x && shape(t) == shape(x)) other = t;
    return other;
  }

  void add_sum(TensorId x) {
    const nook::Shape in = shape(x);
    add(nook::Add::Attrs{}, {x, like(x)}, image(in.dim[1], in.dim[2], in.dim[3]));
  }

  void add_elementwise(TensorId x) {
    const nook::Shape in = shape(x);
    const TensorId y = image(in.dim[1], in.dim[2], in.dim[3]);
    const TensorId channels = b_.weights("c", {1, 1, 1, in.dim[3]});
    switch (rng_.in(0, 7)) {
      case 5:
        return add(nook::Maximum::Attrs{}, {like(x), x}, y);
      case 6:
        return add(nook::Prelu::Attrs{}, {x, rng_.in(0, 1) ? channels : like(x)}, y);
      case 7:
        return add(nook::AddN::Attrs{}, {x, like(x), x}, y);
      case 0:
        return add(nook::Relu::Attrs{}, {x}, y);
      case 1:
        return add(nook::Mul::Attrs{}, {x, channels}, y);
      case 2:
        return add(nook::Mul::Attrs{}, {x, x}, y);
      case 3:
        return add(nook::Sub::Attrs{}, {channels, x}, y);
      default:
        return add(nook::Quantize::Attrs{}, {x}, y);
    }
  }

  // A PAD that a convolution may absorb.
  void add_padding(TensorId x) {
    const nook::Shape in = shape(x);
    const int32_t top = rng_.in(0, 3), bottom = rng_.in(0, 3), left = rng_.in(0, 1);
    if (in.dim[1] + top + bottom > 20 || in.dim[2] > 8) return;
    const TensorId padded = image(in.dim[1] + top + bottom, in.dim[2] + left, in.dim[3]);
    b_.node(nook::Pad::Attrs{}, {x, b_.integers("paddings", {4, 2}, {0, 0, top, bottom, left, 0, 0, 0})},
            padded);
    images_.push_back(padded);
    add_convolution(padded);
  }

  // A view with each row split in two, or two rows joined.
  TensorId reshaped(TensorId x) {
    const nook::Shape in = shape(x);
    TensorId y = TensorId::kNone;
    if (in.dim[1] % 2 == 0 && rng_.in(0, 1))
      y = image(in.dim[1] / 2, in.dim[2] * 2, in.dim[3]);
    else if (in.dim[2] % 2 == 0)
      y = image(in.dim[1] * 2, in.dim[2] / 2, in.dim[3]);
    else
      y = image(in.dim[2], in.dim[1], in.dim[3]);
    const nook::Shape to = shape(y);
    b_.node(nook::Reshape::Attrs{}, {x, b_.integers("shape", {4}, {1, to.dim[1], to.dim[2], to.dim[3]})}, y);
    return y;
  }

  void add_reshape(TensorId x) { images_.push_back(reshaped(x)); }

  // An image read in two shapes by operators whose results are combined.
  void add_two_shapes() {
    const TensorId x = images_[static_cast<size_t>(rng_.in(0, static_cast<int32_t>(images_.size()) - 1))];
    const nook::Shape in = shape(x);
    if (in.dim[1] % 2 != 0 || in.dim[2] > 8) return;
    const TensorId view = image(in.dim[1] / 2, in.dim[2] * 2, in.dim[3]);
    b_.node(nook::Reshape::Attrs{},
            {x, b_.integers("shape", {4}, {1, in.dim[1] / 2, in.dim[2] * 2, in.dim[3]})}, view);
    const int32_t c = rng_.in(1, 8);  // larger than the other images, so that the peak is here
    nook::Conv2D::Attrs same;
    same.padding.mode = nook::PadMode::kSame, same.stride_h = 2;
    const TensorId half = image(in.dim[1] / 2, in.dim[2], c);
    b_.node(same, {x, b_.weights("w", {c, 3, 3, in.dim[3]}), TensorId::kNone}, half);
    nook::Conv2D::Attrs narrow;
    narrow.padding.mode = nook::PadMode::kSame, narrow.stride_w = 2;
    const TensorId other = image(in.dim[1] / 2, in.dim[2], c);
    b_.node(narrow, {view, b_.weights("w", {c, 1, 2, in.dim[3]}), TensorId::kNone}, other);
    const TensorId sum = image(in.dim[1] / 2, in.dim[2], c);
    add(nook::Add::Attrs{}, {half, other}, sum);
    add_pool(sum, false);
  }

  // A classifier that reads a whole image at once.
  void add_tail() {
    const TensorId x = images_.back();
    const int32_t n = shape(x).elements(), outputs = rng_.in(1, 4);
    const TensorId y = b_.tensor("scores", {1, outputs});
    b_.node(nook::FullyConnected::Attrs{}, {x, b_.weights("w", {outputs, n}), TensorId::kNone}, y);
    images_.push_back(y);
  }

  // With images of equal width and depth: below each other, or side by side if the heights match.
  void add_concatenation(TensorId x) {
    nook::Concatenation::Attrs attrs;
    const nook::Shape in = shape(x);
    attrs.axis = rng_.in(0, 3) ? 1 : 3;
    std::vector<TensorId> parts = {x};
    nook::Shape out = in;
    for (TensorId t : images_) {
      nook::Shape other = shape(t);
      if (rng_.in(0, 1) || (t == x && rng_.in(0, 3))) continue;
      std::swap(other.dim[attrs.axis], out.dim[attrs.axis]);
      const bool fits = other == out;
      std::swap(other.dim[attrs.axis], out.dim[attrs.axis]);
      if (!fits || parts.size() > 3) continue;
      out.dim[attrs.axis] += other.dim[attrs.axis], parts.push_back(t);
    }
    add(attrs, parts, image(out.dim[1], out.dim[2], out.dim[3]));
  }

  void add_slice(TensorId x) {
    const nook::Shape in = shape(x);
    const int32_t begin = rng_.in(0, in.dim[1] - 1), end = rng_.in(begin + 1, in.dim[1]);
    const int32_t left = rng_.in(0, 3) ? 0 : rng_.in(0, in.dim[2] - 1), step = rng_.in(0, 5) ? 1 : 2;
    if (rng_.in(0, 2) == 0) return add_part_of_rows(x);
    add(nook::StridedSlice::Attrs{},
        {x, b_.integers("begin", {3}, {0, begin, left}), b_.integers("end", {3}, {1, end, in.dim[2]}),
         b_.integers("step", {3}, {1, step, 1})},
        image((end - begin + step - 1) / step, in.dim[2] - left, in.dim[3]));
  }

  // Some columns or some channels.
  void add_part_of_rows(TensorId x) {
    const nook::Shape in = shape(x);
    std::vector<int32_t> begin(4), end(in.dim, in.dim + 4);
    const size_t axis = rng_.in(0, 2) ? 3 : 2;
    begin[axis] = rng_.in(0, end[axis] - 1), end[axis] = rng_.in(begin[axis] + 1, end[axis]);
    nook::StridedSlice::Attrs attrs;
    if (rng_.in(0, 1)) attrs.begin_mask = attrs.end_mask = 0b1111u & ~(1u << axis);
    const bool back = rng_.in(0, 9) == 0;  // rows from the last to the first
    if (back) attrs = {}, begin[1] = -1, end[1] = -1 - in.dim[1];
    add(attrs,
        {x, b_.integers("begin", {4}, begin), b_.integers("end", {4}, end),
         b_.integers("step", {4}, {1, back ? -1 : 1, 1, 1})},
        image(in.dim[1], axis == 2 ? end[2] - begin[2] : in.dim[2],
              axis == 3 ? end[3] - begin[3] : in.dim[3]));
  }

  // Splits into blocks of rows or columns or, if there are as many parts as rows, into single rows.
  void add_split(TensorId x) {
    nook::Shape part = shape(x);
    const int32_t axis = rng_.in(0, 3) ? 1 : 2, size = part.dim[axis], kind = rng_.in(0, 2);
    std::vector<int32_t> sizes;
    if (kind == 0) sizes.assign(size % 2 ? 1 : 2, size % 2 ? size : size / 2);
    for (int32_t left = kind == 1 ? size : 0; left > 0; left -= sizes.back())
      sizes.push_back(sizes.size() < 3 ? rng_.in(1, left) : left);
    if (kind == 2) sizes.assign(static_cast<size_t>(size), 1);
    std::vector<TensorId> parts;
    for (const int32_t n : sizes) {
      part.dim[axis] = n;
      parts.push_back(image(part.dim[1], part.dim[2], part.dim[3]));
      if (kind == 2) b_.graph[parts.back()].shape = nook::Shape{{1, part.dim[3 - axis], part.dim[3]}, 3};
    }
    nook::Unpack::Attrs unpack;
    unpack.axis = axis;
    const TensorId at = b_.integers("axis", {1}, {axis});
    if (kind == 0)
      b_.node(nook::Split::Attrs{}, {at, x}, parts[0]);
    else if (kind == 1)
      b_.node(nook::SplitV::Attrs{},
              {x, b_.integers("sizes", {static_cast<int32_t>(sizes.size())}, sizes), at}, parts[0]);
    else
      b_.node(unpack, {x}, parts[0]);
    b_.graph.nodes.back().out = parts;
    if (kind == 2) return pack(parts, axis, part);
    const size_t read = static_cast<size_t>(rng_.in(0, static_cast<int32_t>(parts.size()) - 1));
    images_.push_back(parts[read]), images_.push_back(parts[0]);
  }

  // Some of the rows or columns, each through a separate operator or unchanged.
  void pack(const std::vector<TensorId>& rows, int32_t axis, nook::Shape whole) {
    std::vector<TensorId> parts;
    const int32_t kind = rng_.in(0, 2);
    for (const TensorId t : rows) {
      if (kind > 0 && rng_.in(0, 2) == 0 && !parts.empty()) continue;
      parts.push_back(t);
      if (kind == 2) continue;
      parts.back() = b_.tensor("t" + std::to_string(b_.graph.tensors.size()), {1, 1, 1});
      b_.graph[parts.back()].shape = shape(t);
      b_.node(nook::Relu::Attrs{}, {t}, parts.back());
    }
    nook::Pack::Attrs attrs;
    attrs.axis = axis;
    whole.dim[axis] = static_cast<int32_t>(parts.size());
    add(attrs, parts, image(whole.dim[1], whole.dim[2], whole.dim[3]));
  }

  // A view of an image, or its dimensions in another order.
  void add_same(TensorId x) {
    const nook::Shape in = shape(x);
    if (rng_.in(0, 2) == 0)
      return add(nook::Tile::Attrs{}, {x, b_.integers("times", {4}, {1, 1, 1, 1})},
                 image(in.dim[1], in.dim[2], in.dim[3]));
    const int32_t first = rng_.in(1, 3), second = first % 3 + 1, third = 6 - first - second;
    add(nook::Transpose::Attrs{}, {x, b_.integers("order", {4}, {0, first, second, third})},
        image(in.dim[first], in.dim[second], in.dim[third]));
  }

  void add_mean(TensorId x) {
    nook::Mean::Attrs attrs;
    attrs.keep_dims = true;
    add(attrs, {x, b_.integers("axes", {2}, {1, 2})}, image(1, 1, shape(x).dim[3]));
  }

  Rng rng_;
  Operators operators_;
  GraphBuilder b_;
  std::vector<TensorId> images_;
};

}  // namespace

nookc::Graph random_network(uint32_t seed, Operators operators) {
  return RandomNetwork(seed, operators).take();
}

}  // namespace test
