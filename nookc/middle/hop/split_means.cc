#include "nookc/middle/hop/split_means.h"

#include <numeric>
#include <optional>

#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "nook/ops/block_sums/block_sums_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/mean_of_sums/mean_of_sums_op.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

// A sum has two bytes: blocks of fewer elements would not be smaller than their rows.
constexpr int32_t kLeastBlock = 3;

// Rows, or rows and columns, of one image.
bool is_image(const Tensor& x) {
  return (x.shape.rank == 3 || x.shape.rank == 4) && x.shape.dim[0] == 1 && x.type == nook::DType::kS8 &&
         x.scales.size() == 1 && x.shape.elements() > 0;
}

bool is_mean_of_image(const Graph& graph, const Node& node) {
  if (!Graph::attrs<nook::Mean>(node)) return false;
  const nook::Shape& x = graph[node.in[0]].shape;
  uint32_t taken = 0;
  for (const int64_t axis : integers_of(graph, node.in[1])) taken |= 1u << (axis < 0 ? axis + x.rank : axis);
  for (int d = 1; d + 1 < x.rank; ++d)
    if (!(taken >> d & 1u) && x.dim[d] > 1) return false;
  return taken != 0 && !(taken >> (x.rank - 1) & 1u);
}

// The means of a pool, if its only window has all pixels of the image.
std::optional<nook::MeanOfSums::Attrs> pool_of_image(const Graph& graph, const Node& node) {
  if (!Graph::attrs<nook::AveragePool2D>(node)) return {};
  Node copy = node;
  const auto filter = sliding_filter(graph, copy);
  if (!filter) return {};
  for (int a = 0; a < 2; ++a) {
    const SlidingFilter::Axis& axis = filter->axis[a];
    if (axis.out != 1 || axis.before < 0 || filter->reach(a) - axis.before < axis.in) return {};
  }
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (!prepared) return {};
  const auto& p = *static_cast<const nook_pool_s8*>(prepared->params);
  nook::MeanOfSums::Attrs attrs;
  attrs.pooled = true, attrs.least = p.act_min, attrs.most = p.act_max;
  return attrs;
}

int32_t largest_divisor(int32_t n, int32_t most) {
  int32_t d = std::min(n, most);
  while (n % d != 0) --d;
  return d;
}

// Nothing: there is none that saves memory.
std::optional<nook::BlockSums::Attrs> block_of(const Tensor& x, const TimeAxis& axis, int32_t shift) {
  const int across = axis.dim == 1 ? 2 : 1;
  const int32_t wide = across < x.shape.rank - 1 ? largest_divisor(x.shape.dim[across], NOOK_MOST_BLOCK) : 1;
  const int32_t rows = largest_divisor(std::gcd(shift, axis.rows), NOOK_MOST_BLOCK / wide);
  if (rows * wide < kLeastBlock) return {};
  nook::BlockSums::Attrs attrs;
  attrs.height = axis.dim == 1 ? rows : wide, attrs.width = axis.dim == 1 ? wide : rows;
  return attrs;
}

TensorId add_sums(Graph& graph, TensorId x, const nook::BlockSums::Attrs& block) {
  Tensor sums = graph[x].computed("_sums");
  sums.narrowed = {};
  sums.type = nook::DType::kS16, sums.zero_point = 0;
  sums.shape.dim[1] /= block.height;
  if (sums.shape.rank == 4) sums.shape.dim[2] /= block.width;
  return graph.add(std::move(sums));
}

bool is_accepted(const Graph& graph, const Node& node) {
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  return static_cast<bool>(prepare_node(graph, node, context));
}

// The two nodes in place of a mean; nothing: it is none, or its time does not come in blocks.
std::optional<std::pair<Node, Node>> split(Graph& graph, const Motion& motion, const Node& node) {
  if (node.erased() || node.in.empty() || node.in[0] == TensorId::kNone || !node.unit.empty()) return {};
  const TensorId x = node.in[0];
  const TimeAxis& axis = motion.of(x);
  if (!axis.moves() || !is_image(graph[x]) || axis.dim < 1 || axis.dim > graph[x].shape.rank - 2) return {};
  auto means = pool_of_image(graph, node);
  if (!means && is_mean_of_image(graph, node)) means.emplace();
  const auto block = means ? block_of(graph[x], axis, motion.shift(x)) : std::nullopt;
  if (!block) return {};
  means->count = graph[x].shape.elements() / graph[x].shape.back(0);
  Node sums, mean = node;
  sums.attrs = *block, sums.in = {x}, sums.out = {add_sums(graph, x, *block)};
  mean.attrs = *means, mean.in = {sums.out[0]};
  if (is_accepted(graph, sums) && is_accepted(graph, mean)) return std::pair(sums, mean);
  graph.tensors.pop_back();
  return {};
}

}  // namespace

int split_means(Graph& graph, const Motion& motion) {
  int count = 0;
  std::vector<Node> nodes;
  for (Node& node : graph.nodes) {
    if (auto pair = split(graph, motion, node)) {
      nodes.push_back(std::move(pair->first)), node = std::move(pair->second);
      ++count;
    }
    nodes.push_back(std::move(node));
  }
  graph.nodes = std::move(nodes);
  return count;
}

}  // namespace nookc
