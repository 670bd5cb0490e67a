#include "nookc/middle/lower/in_use.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace nookc {

namespace {

// The number of bytes that at least one of the current spans covers: a segment tree over the places where
// spans begin or end.
class Covered {
 public:
  explicit Covered(std::vector<int64_t> ends) : ends_(std::move(ends)) {
    std::ranges::sort(ends_);
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
    nodes_.resize(4 * ends_.size() + 4);
  }
  // Adds a span, or with -1 removes one.
  void change(int64_t from, int64_t to, int by) {
    if (from < to) change(1, 0, ends_.size() - 1, place(from), place(to), by);
  }
  int64_t bytes() const { return nodes_[1].bytes; }

 private:
  struct Section {
    int spans = 0;      // that cover the whole section, but not the section around it
    int64_t bytes = 0;  // the part of the section that spans in it cover
  };
  size_t place(int64_t end) const {
    return static_cast<size_t>(std::ranges::lower_bound(ends_, end) - ends_.begin());
  }
  // Node `n` is the section from place `first` to place `last`.
  void change(size_t n, size_t first, size_t last, size_t from, size_t to, int by) {
    if (to <= first || last <= from) return;
    if (from <= first && last <= to) {
      nodes_[n].spans += by;
    } else {
      const size_t middle = (first + last) / 2;
      change(2 * n, first, middle, from, to, by), change(2 * n + 1, middle, last, from, to, by);
    }
    nodes_[n].bytes = nodes_[n].spans > 0 ? ends_[last] - ends_[first]
                      : last - first > 1  ? nodes_[2 * n].bytes + nodes_[2 * n + 1].bytes
                                          : 0;
  }

  std::vector<int64_t> ends_;
  std::vector<Section> nodes_;
};

}  // namespace

BytesInUse::BytesInUse(const std::vector<Extent>& extents) {
  struct Event {
    int64_t step;
    const Extent* extent;
    int by;
  };
  std::vector<Event> events;
  std::vector<int64_t> ends;
  for (const Extent& e : extents) {
    if (e.size <= 0 || e.first > e.last) continue;
    events.push_back({e.first, &e, 1}), events.push_back({int64_t{e.last} + 1, &e, -1});
    ends.push_back(e.offset), ends.push_back(e.offset + e.size);
  }
  std::ranges::sort(events, {}, &Event::step);
  Covered covered(std::move(ends));
  for (size_t i = 0; i < events.size(); ++i) {
    covered.change(events[i].extent->offset, events[i].extent->offset + events[i].extent->size, events[i].by);
    if (i + 1 == events.size() || events[i + 1].step != events[i].step)
      changes_.push_back({events[i].step, covered.bytes()});
  }
}

int64_t BytesInUse::at(int32_t step) const {
  const auto after = std::ranges::upper_bound(changes_, step, {}, &Change::step);
  return after == changes_.begin() ? 0 : std::prev(after)->bytes;
}

Peak peak_of(const std::vector<Extent>& extents, int32_t from) {
  int64_t height = 0;
  std::set<int32_t> begins;
  for (const Extent& e : extents)
    height = std::max(height, e.offset + e.size), begins.insert(std::max(from, e.first));
  std::vector<Extent> topmost;
  std::ranges::copy_if(extents, std::back_inserter(topmost),
                       [&](const Extent& e) { return e.offset + e.size == height; });
  const BytesInUse all(extents), top(topmost);
  Peak peak;
  for (const int32_t step : begins)
    if (top.at(step) > 0 && all.at(step) > peak.bytes) peak = {step, all.at(step)};
  return peak;
}

std::vector<Extent> extents_of(const Program& program, size_t pool) {
  std::vector<Extent> extents;
  for (const Planned& b : program.buffers)
    if (static_cast<size_t>(b.pool) == pool)
      extents.push_back({b.offset, b.buffer.size, b.buffer.first, b.buffer.last});
  return extents;
}

Peak peak_of(const Program& program, size_t pool) { return peak_of(extents_of(program, pool), 1); }

Peak peak_of(const Program& program) {
  Peak most;
  for (size_t pool = 0; pool < program.scratch_pools.size(); ++pool) {
    const int32_t step = peak_of(program, pool).step;
    int64_t bytes = 0;
    for (size_t k = 0; step >= 0 && k < program.scratch_pools.size(); ++k)
      bytes += BytesInUse(extents_of(program, k)).at(step);
    if (bytes > most.bytes) most = {step, bytes};
  }
  return most;
}

}  // namespace nookc
