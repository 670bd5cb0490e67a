#include "nookc/middle/rows/least_rows.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "nookc/middle/lower/row_stage.h"

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

// Whether several stages read nothing of the chain. A stream paces the stages that read it.
bool has_even_pace(RowChain chain) {
  for (RowStage& s : chain.stages) s.turns = std::max(1, s.turns);
  for (size_t i = 0; i < chain.stages.size(); ++i)
    if (even_pace(chain, i)) return chain.stream.tensor == TensorId::kNone;
  return false;
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
                const std::vector<nook::Prepared>& one_row, int64_t& work, Paces paces) {
  const RowChain plain = chain;
  if (!run_in_order(chain, order_of_calls(chain), whole, dying, one_row, work)) return false;
  std::vector<std::vector<size_t>> orders = {chain.order};
  if (std::vector<size_t> depth = order_of_depth(plain); depth != chain.order)
    orders.push_back(std::move(depth));
  for (const bool even : {false, true})
    for (const std::vector<size_t>& order : orders) {
      RowChain other = plain;
      other.even = even, other.order = order;
      if (!even && order == orders[0]) continue;  // the first, above
      if (even && (paces == Paces::kFree || !has_even_pace(other))) continue;
      if (!run_in_order(other, order, whole, dying, one_row, work)) return even;
      if (bytes_held(other) < bytes_held(chain)) chain = std::move(other);
    }
  return true;
}

}  // namespace nookc
