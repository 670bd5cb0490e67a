#include "nookc/middle/rows/least_rows.h"

#include <map>
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

bool run_in_order(RowChain& chain, std::vector<size_t> order, const std::set<TensorId>& whole,
                  const std::set<TensorId>& dying, const std::vector<nook::Prepared>& one_row,
                  int64_t& work) {
  chain.order = std::move(order);
  if (!run_rows(chain, whole, dying, work)) return false;
  if (chain.strips) return true;
  make_in_place(chain, whole, one_row);
  return run_rows(chain, whole, dying, work);
}

}  // namespace

std::vector<size_t> order_of_depth(const RowChain& chain) {
  std::vector<int> depth(chain.stages.size());
  std::map<TensorId, size_t> makers;
  for (size_t i = 0; i < chain.stages.size(); ++i) {
    for (const RowRead& read : chain.stages[i].reads)
      if (const auto maker = makers.find(read.tensor); maker != makers.end())
        depth[i] = std::max(depth[i], depth[maker->second] + 1);
    makers.emplace(chain.stages[i].out, i);
  }
  std::vector<size_t> order = order_of_calls(chain);
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return depth[a] != depth[b] ? depth[a] < depth[b] : a > b; });
  return order;
}

bool least_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
                const std::vector<nook::Prepared>& one_row, int64_t& work) {
  RowChain other = chain;
  if (!run_in_order(chain, order_of_calls(chain), whole, dying, one_row, work)) return false;
  std::vector<size_t> depth = order_of_depth(other);
  if (depth == chain.order) return true;
  if (!run_in_order(other, std::move(depth), whole, dying, one_row, work)) return false;
  if (bytes_held(other) < bytes_held(chain)) chain = std::move(other);
  return true;
}

}  // namespace nookc
