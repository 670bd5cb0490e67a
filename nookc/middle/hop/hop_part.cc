#include "nookc/middle/hop/hop_part.h"

#include "nook/ops/block_sums/block_sums_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/sliding_filter.h"

namespace nookc {
namespace {

// Rows of padding before and after the rows of the operand.
struct Margins {
  int32_t before, after;
};

Margins margins_of(const HopPart& part) {
  const Rows seen = part.rule.seen(part.made), inside = RowRule::inside(seen, part.operand_rows);
  return {inside.begin - seen.begin, seen.end - inside.end};
}

// Both axes get explicit padding; along the other axis it stays as it is.
void narrow_filter(const Graph& graph, const HopPart& part, Node& node) {
  const auto filter = sliding_filter(graph, node);
  invariant(filter.has_value(), "a filter that slides has a rule");
  const int time = part.rule.out_dim - 1;
  Margins margins[2];
  for (int a = 0; a < 2; ++a) {
    const SlidingFilter::Axis& axis = filter->axis[a];
    const int32_t end = (axis.out - 1) * axis.stride + filter->reach(a) - axis.before;
    margins[a] = a == time ? margins_of(part) : Margins{axis.before, std::max(0, end - axis.in)};
  }
  *filter->padding = {nook::PadMode::kExplicit, margins[0].before, margins[0].after, margins[1].before,
                      margins[1].after};
}

void narrow_pad(Graph& graph, const HopPart& part, Node& node) {
  const std::vector<int64_t> all = integers_of(graph, node.in[1]);
  std::vector<int32_t> numbers(all.begin(), all.end());
  const auto at = static_cast<size_t>(2 * part.rule.out_dim);
  const Margins margins = margins_of(part);
  numbers[at] = margins.before, numbers[at + 1] = margins.after;
  const Tensor& old = graph[node.in[1]];
  node.in[1] = add_integers(graph, old.name + "_part", old.shape, numbers);
}

// The size of a SLICE in other dimensions: all rows of the part.
void narrow_slice(Graph& graph, const HopPart& part, Node& node, int dim) {
  const std::vector<int64_t> all = integers_of(graph, node.in[2]);
  std::vector<int32_t> numbers(all.begin(), all.end());
  numbers[static_cast<size_t>(dim)] = part.made.count();
  const Tensor& old = graph[node.in[2]];
  node.in[2] = add_integers(graph, old.name + "_part", old.shape, numbers);
}

}  // namespace

void narrow(Graph& graph, const Motion& motion, const HopPart& part, Node& node) {
  if (part.rule.kind == RowRule::Kind::kEach) {
    if (Graph::attrs<nook::Slice>(node)) narrow_slice(graph, part, node, motion.of(node.in[0]).dim);
    return;
  }
  if (Graph::attrs<nook::BlockSums>(node)) return;  // has no padding
  if (Graph::attrs<nook::Pad>(node))
    narrow_pad(graph, part, node);
  else
    narrow_filter(graph, part, node);
}

}  // namespace nookc
