#include "nookc/middle/passes/merge_depthwise.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/split_v/split_v_op.h"
#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/graph/users.h"

namespace nookc {
namespace {

constexpr int kRank = 4;
enum Axis { kImages, kRows, kColumns, kChannels };

// A tensor as a part of another: where it begins there.
struct Part {
  TensorId of;
  std::array<int64_t, kRank> begin = {};
};

// One of the convolutions to join.
struct Branch {
  Node* node;
  Part in;
  const nook::ConvolutionAttrs* options;
};

// Adds the beginning of a slice.
bool step_back(const std::vector<int64_t>& begin, uint32_t mask, const nook::Shape& from, Part& part) {
  for (size_t d = 0; d < begin.size() && d < kRank; ++d) {
    const int64_t at = begin[d] < 0 ? begin[d] + from.dim[d] : begin[d];
    if (!(mask >> d & 1)) part.begin[d] = std::max<int64_t>(at, 0);
  }
  return !begin.empty();
}

bool of_slice(const Graph& graph, const Node& node, Part& part) {
  const nook::Shape& from = graph[node.in[0]].shape;
  if (op_code(node) == nook::OpCode::kSlice) return step_back(integers_of(graph, node.in[1]), 0, from, part);
  const auto* attrs = Graph::attrs<nook::StridedSlice>(node);
  if (!attrs || attrs->shrink_axis_mask || attrs->ellipsis_mask || attrs->new_axis_mask) return false;
  const std::vector<int64_t> steps = integers_of(graph, node.in[3]);
  return std::ranges::all_of(steps, [](int64_t step) { return step == 1; }) &&
         step_back(integers_of(graph, node.in[1]), attrs->begin_mask, from, part);
}

bool of_split(const Graph& graph, const Node& node, TensorId result, Part& part) {
  const auto axis = integers_of(graph, node.in[op_code(node) == nook::OpCode::kSplit ? 0 : 2]);
  if (axis.size() != 1) return false;
  const size_t at = static_cast<size_t>(axis[0] < 0 ? axis[0] + kRank : axis[0]);
  if (at >= kRank) return false;
  for (size_t i = 0; node.out[i] != result; ++i) part.begin[at] += graph[node.out[i]].shape.dim[at];
  return true;
}

// Whether a tensor of this shape lies in the whole: passes see models that lowering refuses.
bool fits(const nook::Shape& shape, const Part& part, const nook::Shape& whole) {
  for (size_t d = 0; d < kRank; ++d)
    if (part.begin[d] > int64_t{whole.dim[d]} - shape.dim[d]) return false;
  return true;
}

// The largest tensor of which `t` is known to be a part.
Part part_of(const Graph& graph, const Users& users, TensorId t) {
  Part part{t};
  for (;;) {
    const Node* const node = users.producer(part.of);
    if (!node || node->erased()) return part;
    const bool splits = Graph::attrs<nook::Split>(*node) || Graph::attrs<nook::SplitV>(*node);
    const bool slices =
        op_code(*node) == nook::OpCode::kSlice || op_code(*node) == nook::OpCode::kStridedSlice;
    if (!splits && !slices) return part;
    const TensorId from = node->in[op_row(*node).signature.first(nook::Role::kData)];
    Part further{from};
    const bool fine = graph[from].shape.rank == kRank && graph[part.of].shape.rank == kRank &&
                      graph.same_quantization(from, part.of) &&
                      (splits ? of_split(graph, *node, part.of, further) : of_slice(graph, *node, further)) &&
                      fits(graph[part.of].shape, further, graph[from].shape);
    if (!fine) return part;
    for (size_t d = 0; d < kRank; ++d) further.begin[d] += part.begin[d];
    part = further;
  }
}

bool is_plain_layer(const Graph& graph, Node& node, const nook::ConvolutionAttrs& options) {
  const Tensor &x = graph[node.in[0]], &w = graph[node.in[1]], &y = graph[node.out[0]];
  const bool integers = x.type == nook::DType::kS8 || x.type == nook::DType::kS16;
  if (!integers || w.type != nook::DType::kS8 || !w.constant() || w.zero_point != 0 || w.shape.rank != kRank)
    return false;
  const bool biased = node.in.size() > 2 && node.in[2] != TensorId::kNone;
  const bool scales = w.scales.size() == 1 || w.scales.size() == static_cast<size_t>(w.shape.dim[3]);
  return options.padding.mode == nook::PadMode::kValid && sliding_filter(graph, node) && scales &&
         x.shape.rank == kRank && x.shape.dim[kChannels] == w.shape.dim[3] && y.shape.rank == kRank &&
         node.unit.empty() &&
         (!biased || (graph[node.in[2]].constant() && graph[node.in[2]].shape.rank == 1));
}

// The convolutions whose results a node joins along the channels; nothing if there is another operand.
std::vector<Branch> branches_of(const Graph& graph, const Users& users, const Node& join) {
  const auto* attrs = Graph::attrs<nook::Concatenation>(join);
  const bool along = attrs && (attrs->axis == kChannels || attrs->axis == -1) &&
                     attrs->fused_activation == nook::Activation::kNone && join.unit.empty();
  if (!along || join.in.size() < 2 || graph[join.out[0]].shape.rank != kRank) return {};
  std::vector<Branch> all;
  for (TensorId t : join.in) {
    Node* const node = users.sole_producer<nook::DepthwiseConv2D>(t);
    if (!node || !graph.same_quantization(t, join.out[0])) return {};
    const auto* options = convolution_of(node->attrs);
    if (!is_plain_layer(graph, *node, *options)) return {};
    all.push_back({node, part_of(graph, users, node->in[0]), options});
  }
  return all;
}

bool same_options(const nook::ConvolutionAttrs& a, const nook::ConvolutionAttrs& b) {
  return a.stride_h == b.stride_h && a.stride_w == b.stride_w && a.dilation_h == b.dilation_h &&
         a.dilation_w == b.dilation_w && a.activation == b.activation && a.bias_type == b.bias_type;
}

const Tensor& weights(const Graph& graph, const Branch& b) { return graph[b.node->in[1]]; }
int32_t whole_channels(const Graph& graph, const Branch& b) { return graph[b.in.of].shape.dim[kChannels]; }
bool has_bias(const Branch& b) { return b.node->in.size() > 2 && b.node->in[2] != TensorId::kNone; }

// Whether the branches read all channels of one tensor, in their order, and the same columns.
bool cover(const Graph& graph, const std::vector<Branch>& all) {
  const Branch& first = all[0];
  int32_t channels = 0;
  for (const Branch& b : all) {
    const Tensor &x = graph[b.node->in[0]], &whole = graph[b.in.of];
    const bool fits = b.in.of == first.in.of && b.in.begin[kImages] == 0 && b.in.begin[kColumns] == 0 &&
                      b.in.begin[kChannels] == channels && whole.shape.dim[kImages] == x.shape.dim[kImages] &&
                      whole.shape.dim[kColumns] == x.shape.dim[kColumns] &&
                      weights(graph, b).shape.dim[2] == weights(graph, first).shape.dim[2] &&
                      same_options(*b.options, *first.options) && has_bias(b) == has_bias(first);
    if (!fits) return false;
    if (has_bias(b) && graph[b.node->in[2]].type != graph[first.node->in[2]].type) return false;
    channels += x.shape.dim[kChannels];
  }
  return whole_channels(graph, first) == channels && !graph[first.in.of].variable;
}

// The rows of the tensor and of the filter that the joined convolution has.
struct Rows {
  int64_t begin, in, filter;
};

// Nothing if a filter lies between the rows of another, or if zeros take too many multiplications.
std::optional<Rows> rows_of(const Graph& graph, const std::vector<Branch>& all) {
  const nook::ConvolutionAttrs& options = *all[0].options;
  Rows rows{INT32_MAX, 0, 0};
  int64_t taps = 0, channels = 0;
  for (const Branch& b : all) rows.begin = std::min(rows.begin, b.in.begin[kRows]);
  for (const Branch& b : all) {
    const int64_t later = b.in.begin[kRows] - rows.begin, height = weights(graph, b).shape.dim[1];
    if (later % options.dilation_h != 0) return {};
    rows.filter = std::max(rows.filter, later / options.dilation_h + height);
    taps += height * weights(graph, b).shape.dim[3], channels += weights(graph, b).shape.dim[3];
  }
  if (2 * rows.filter * channels > 3 * taps) return {};
  const int32_t out = graph[all[0].node->out[0]].shape.dim[kRows];
  rows.in = (out - 1) * options.stride_h + (rows.filter - 1) * options.dilation_h + 1;
  return rows;
}

// All weights in one constant, with zeros for missing rows.
Tensor joined_weights(const Graph& graph, const std::vector<Branch>& all, const Rows& rows) {
  Tensor to = weights(graph, all[0]);
  const int32_t columns = to.shape.dim[2], channels = whole_channels(graph, all[0]);
  auto bytes = std::make_shared<Bytes>(static_cast<size_t>(rows.filter) * static_cast<size_t>(columns) *
                                       static_cast<size_t>(channels));
  to.scales.clear();
  for (const Branch& b : all) {
    const Tensor& from = weights(graph, b);
    const int32_t own = from.shape.dim[3];
    const int64_t later = (b.in.begin[kRows] - rows.begin) / b.options->dilation_h;
    for (int32_t tap = 0; tap < from.shape.dim[1] * columns; ++tap)
      std::memcpy(bytes->data() + (later * columns + tap) * channels + b.in.begin[kChannels],
                  from.data->data() + tap * own, static_cast<size_t>(own));
    for (int32_t c = 0; c < own; ++c)
      to.scales.push_back(from.scales[from.scales.size() == 1 ? 0 : static_cast<size_t>(c)]);
  }
  to.shape.dim[1] = static_cast<int32_t>(rows.filter), to.shape.dim[3] = channels;
  to.channel_axis = kChannels, to.source = -1, to.data = std::move(bytes);
  return to;
}

Tensor joined_biases(const Graph& graph, const std::vector<Branch>& all) {
  Tensor to = graph[all[0].node->in[2]];
  auto bytes = std::make_shared<Bytes>();
  to.scales.clear();
  for (const Branch& b : all) {
    const Tensor& from = graph[b.node->in[2]];
    bytes->insert(bytes->end(), from.data->begin(), from.data->end());
  }
  to.shape.dim[0] = whole_channels(graph, all[0]);
  to.source = -1, to.data = std::move(bytes);
  return to;
}

// Makes `node` the slice of the rows that the joined convolution reads.
TensorId slice_rows(Graph& graph, Node& node, TensorId x, const Rows& rows) {
  Tensor part = graph[x].computed("_rows");
  part.shape.dim[kRows] = static_cast<int32_t>(rows.in);
  const std::vector<int32_t> begin = {0, static_cast<int32_t>(rows.begin), 0, 0};
  const std::vector<int32_t> size(part.shape.dim, part.shape.dim + kRank);
  const std::string name = part.name;
  node = {};
  node.attrs = nook::Slice::Attrs{};
  node.in = {x, add_integers(graph, name + "_begin", begin), add_integers(graph, name + "_size", size)};
  node.out = {graph.add(std::move(part))};
  return node.out[0];
}

// The node that joins the results becomes the convolution.
void merge(Graph& graph, const std::vector<Branch>& all, const Rows& rows, Node& join) {
  Node merged = *all[0].node;
  const TensorId x = all[0].in.of;
  merged.in[1] = graph.add(joined_weights(graph, all, rows));
  if (has_bias(all[0])) merged.in[2] = graph.add(joined_biases(graph, all));
  merged.out = join.out;
  for (size_t i = 1; i < all.size(); ++i) merged.folded.push_back(all[i].node->source);
  merged.folded.push_back(join.source);
  std::erase_if(merged.folded, [](int32_t source) { return source < 0; });
  Node* const last = std::ranges::max(all, {}, &Branch::node).node;
  for (const Branch& b : all) *b.node = {};
  const bool all_rows = rows.begin == 0 && rows.in == graph[x].shape.dim[kRows];
  merged.in[0] = all_rows ? x : slice_rows(graph, *last, x, rows);
  join = std::move(merged);
}

// Joins the convolutions before one node; returns their number.
int merge_one(Graph& graph) {
  const Users users(graph);
  for (Node& join : graph.nodes) {
    if (join.erased()) continue;
    const std::vector<Branch> all = branches_of(graph, users, join);
    if (all.empty() || !cover(graph, all)) continue;
    const std::optional<Rows> rows = rows_of(graph, all);
    if (!rows) continue;
    merge(graph, all, *rows, join);
    return static_cast<int>(all.size());
  }
  return 0;
}

}  // namespace

int merge_depthwise(Graph& graph) {
  int merged = 0;
  while (const int more = merge_one(graph)) merged += more;
  return merged;
}

}  // namespace nookc
