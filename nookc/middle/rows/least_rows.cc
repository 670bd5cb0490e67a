#include "nookc/middle/rows/least_rows.h"

#include <numeric>

namespace nookc {
namespace {

int64_t bytes_held(const RowChain& chain) {
  int64_t bytes = 0;
  for (const RowStage& s : chain.stages)
    if (s.into < 0 && s.sum_bytes == 0) bytes += int64_t{s.held} * s.row_bytes;
  return bytes;
}

// The model's order: a short branch computes its rows as soon as it can.
std::vector<size_t> order_of_calls(const RowChain& chain) {
  std::vector<size_t> order(chain.stages.size());
  std::iota(order.begin(), order.end(), size_t{0});
  return order;
}

// Whether stage `reader` can compute its row in place of operand `read`, which no other stage needs.
bool may_write_over(const RowChain& chain, size_t reader, const RowRead& read, const RowStage& maker,
                    const std::vector<nook::Prepared>& one_row) {
  const RowStage& s = chain.stages[reader];
  if (s.by != nook::ByRows::kSlice || maker.sum_bytes > 0 || maker.held != 1 || maker.turns != s.turns)
    return false;
  if (maker.row_bytes != s.row_bytes) return false;
  for (size_t i = 0; i < chain.stages.size(); ++i)
    for (const RowRead& other : chain.stages[i].reads)
      if (other.tensor == read.tensor && (i != reader || other.operand != read.operand)) return false;
  const nook::Prepared& op = one_row[static_cast<size_t>(s.call)];
  return op.overlap(op.kernel, op.params, static_cast<int>(read.operand)) == 0;
}

// A reader can overwrite only one operand; the last stages decide first.
void make_in_place(RowChain& chain, const std::set<TensorId>& whole,
                   const std::vector<nook::Prepared>& one_row) {
  for (size_t reader = chain.stages.size(); reader-- > 0;)
    for (const RowRead& read : chain.stages[reader].reads) {
      const auto maker = std::ranges::find(chain.stages, read.tensor, &RowStage::out);
      if (maker == chain.stages.end() || whole.count(maker->out)) continue;
      if (!may_write_over(chain, reader, read, *maker, one_row)) continue;
      const int32_t into = chain.stages[reader].into;
      maker->into = into < 0 ? static_cast<int32_t>(reader) : into;
      break;
    }
}

void run_in_order(RowChain& chain, std::vector<size_t> order, const std::set<TensorId>& whole,
                  const std::set<TensorId>& dying, const std::vector<nook::Prepared>& one_row) {
  chain.order = std::move(order);
  run_rows(chain, whole, dying);
  if (chain.strips) return;
  make_in_place(chain, whole, one_row);
  run_rows(chain, whole, dying);
}

}  // namespace

std::vector<size_t> order_of_depth(const RowChain& chain) {
  std::vector<int> depth(chain.stages.size());
  for (size_t i = 0; i < chain.stages.size(); ++i)
    for (const RowRead& read : chain.stages[i].reads)
      for (size_t maker = 0; maker < i; ++maker)
        if (chain.stages[maker].out == read.tensor) depth[i] = std::max(depth[i], depth[maker] + 1);
  std::vector<size_t> order = order_of_calls(chain);
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return depth[a] != depth[b] ? depth[a] < depth[b] : a > b; });
  return order;
}

void least_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
                const std::vector<nook::Prepared>& one_row) {
  RowChain other = chain;
  run_in_order(chain, order_of_calls(chain), whole, dying, one_row);
  std::vector<size_t> depth = order_of_depth(other);
  if (depth == chain.order) return;
  run_in_order(other, std::move(depth), whole, dying, one_row);
  if (bytes_held(other) < bytes_held(chain)) chain = std::move(other);
}

}  // namespace nookc
