#include "nookc/middle/plan/solving/skyline.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <queue>
#include <tuple>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {

Skyline::Skyline(const Instance& instance) : in_(instance), leaves_(std::bit_ceil(instance.items.size())) {
  const size_t items = in_.items.size();
  by_begin_.resize(items);
  std::iota(by_begin_.begin(), by_begin_.end(), 0);
  std::ranges::stable_sort(by_begin_, {}, [&](int32_t i) { return in_.items[at(i)].begin; });
  leaf_.resize(items);
  for (size_t k = 0; k < items; ++k) leaf_[at(by_begin_[k])] = static_cast<int32_t>(k);
  for (const Item& item : in_.items) {
    assert(item.pinned == nook::kAnywhere);
    busiest_.push_back(busiest_section(item, in_.sum));
    work_ += item.end - item.begin;
  }
  distance_.assign(items, -1);
}

bool Skyline::place(const ItemOrder& order, int64_t work) {
  const int64_t work_end = work_ + work;
  const size_t items = in_.items.size();
  std::vector<int32_t> sorted = by_begin_;
  sort_items(in_, order, busiest_, &sorted);
  rank_.resize(items);
  for (size_t k = 0; k < items; ++k) rank_[at(sorted[k])] = static_cast<int32_t>(k);
  offsets_.assign(items, 0);
  open_all();
  work_ += 10 * static_cast<int64_t>(items);
  // An item stays in the queue once, with an offset that may have risen since.
  using Next = std::tuple<int32_t, int32_t, int32_t>;  // offset, rank, item
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  for (const int32_t i : sorted) queue.emplace(0, rank_[at(i)], i);
  while (!queue.empty()) {
    const auto [offset, rank, i] = queue.top();
    queue.pop();
    if (++work_ >= work_end) return false;
    if (offset < offsets_[at(i)]) {
      queue.emplace(offsets_[at(i)], rank, i);
      continue;
    }
    close(i);
    if (!raise_neighbours(i)) return false;
  }
  return true;
}

void Skyline::open_all() {
  latest_.assign(2 * leaves_, 0);
  for (size_t k = 0; k < by_begin_.size(); ++k) latest_[leaves_ + k] = in_.items[at(by_begin_[k])].end;
  for (size_t node = leaves_ - 1; node > 0; --node)
    latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
}

void Skyline::close(int32_t item) {
  size_t node = leaves_ + at(leaf_[at(item)]);
  latest_[node] = 0;
  while (node /= 2) latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
}

// Visits the items below a node that are not placed and may meet `item`. The node's leaves are `width` from
// `first` on.
template <typename Visit>
void Skyline::each_open(size_t node, size_t width, size_t first, const Item& item, const Visit& visit) {
  ++work_;
  if (latest_[node] <= item.begin || first >= by_begin_.size()) return;
  if (in_.items[at(by_begin_[first])].begin >= item.end) return;
  if (width == 1) return visit(by_begin_[first]);
  each_open(2 * node, width / 2, first, item, visit);
  each_open(2 * node + 1, width / 2, first + width / 2, item, visit);
}

// Raises the items still to be placed that meet `self` above it. Returns whether all of them stay in range.
bool Skyline::raise_neighbours(int32_t self) {
  const Item& item = in_.items[at(self)];
  const int64_t start = offsets_[at(self)];
  bool fits = start + item.stack <= INT32_MAX;
  for (const Above& above : in_.above[at(self)]) distance_[at(above.item)] = above.distance;
  each_open(1, leaves_, 0, item, [&](int32_t i) {
    const Item& other = in_.items[at(i)];
    if (!meet(item, other)) return;
    const int64_t distance = distance_[at(i)] >= 0 ? distance_[at(i)] : item.stack;
    const int64_t least = (start + distance + other.alignment - 1) & -int64_t{other.alignment};
    if (least > INT32_MAX) fits = false;
    if (fits && offsets_[at(i)] < least) offsets_[at(i)] = static_cast<int32_t>(least);
  });
  for (const Above& above : in_.above[at(self)]) distance_[at(above.item)] = -1;
  return fits;
}

}  // namespace nookc
