#include "nookc/middle/plan/solving/instance.h"

#include <algorithm>
#include <numeric>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

int64_t align_up(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

using Range = std::pair<int64_t, int64_t>;  // steps, half open

// The steps at which a buffer is live, without its gaps.
std::vector<Range> lives(const nook::Problem& problem, int32_t buffer) {
  const nook::Buffer& b = problem.buffers[at(buffer)];
  std::vector<Range> gaps, all;
  if (!problem.rules.empty())
    for (const nook::Steps& gap : problem.rules[at(buffer)].gaps)
      gaps.push_back({gap.first, int64_t{gap.last} + 1});
  std::ranges::sort(gaps);
  int64_t from = b.first;
  const int64_t end = int64_t{b.last} + 1;
  for (const auto& [gap, after] : gaps) {
    if (after <= gap || after <= from) continue;
    if (std::min(gap, end) > from) all.push_back({from, std::min(gap, end)});
    from = std::max(from, after);
  }
  if (end > from) all.push_back({from, end});
  return all;
}

// Time, cut wherever a buffer is born or dies. A section between two cuts counts only if something is born at
// its beginning and something dies at its end: the items of any other section are all live in a neighbouring
// one.
class Time {
 public:
  explicit Time(const std::vector<std::vector<Range>>& lives) {
    for (const auto& ranges : lives)
      for (const auto& [from, to] : ranges) steps_.insert(steps_.end(), {from, to});
    std::ranges::sort(steps_);
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
    std::vector<char> born(steps_.size(), 0), dies(steps_.size(), 0);
    for (const auto& ranges : lives)
      for (const auto& [from, to] : ranges) born[at(border(from))] = dies[at(border(to))] = 1;
    counted_before_.assign(steps_.size(), 0);
    for (size_t k = 1; k < steps_.size(); ++k)
      counted_before_[k] = counted_before_[k - 1] + (born[k - 1] && dies[k] ? 1 : 0);
  }

  size_t sections() const { return steps_.empty() ? 0 : at(counted_before_.back()); }

  // Removes the skipped sections from a buffer's live ranges and joins ranges that become adjacent.
  std::vector<SectionRange> of(const std::vector<Range>& ranges) const {
    std::vector<SectionRange> all;
    for (const auto& [from, to] : ranges) {
      const SectionRange now = {counted_before_[at(border(from))], counted_before_[at(border(to))]};
      if (!all.empty() && all.back().end == now.begin) {
        all.back().end = now.end;
      } else {
        all.push_back(now);
      }
    }
    return all;
  }

 private:
  int32_t border(int64_t step) const {
    return static_cast<int32_t>(std::ranges::lower_bound(steps_, step) - steps_.begin());
  }

  std::vector<int64_t> steps_;
  std::vector<int32_t> counted_before_;  // per step: sections that count and end there or earlier
};

class Maker {
 public:
  explicit Maker(const nook::Problem& problem)
      : problem_(problem), alignment_(nook::pool_at(problem, 0).alignment) {
    for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i) {
      std::vector<Range> ranges = lives(problem, i);
      if (buffer(i).size == 0 || ranges.empty()) {
        made_.isolated.push_back(i);
      } else {
        here_.push_back(i);
        ranges_.push_back(std::move(ranges));
      }
    }
  }

  Instance make() {
    const Time time(ranges_);
    for (const int32_t i : here_) {
      const int32_t own = std::max(buffer(i).alignment, alignment_);
      grain_ = grain_ == 0 ? own : std::min(grain_, own);
    }
    index_.assign(problem_.buffers.size(), -1);
    for (size_t i = 0; i < here_.size(); ++i) add(here_[i], ranges_[i], time);
    made_.above.resize(made_.items.size());
    made_.shared.resize(made_.items.size());
    sum_up(time.sections());
    pad(time.sections());
    for (const nook::Separation& s : problem_.separations) separate(s);
    made_.lower_bound = lower_bound_of(made_);
    for (const int32_t i : made_.isolated)
      made_.lower_bound =
          std::max<int64_t>(made_.lower_bound, int64_t{std::max(buffer(i).pinned, 0)} + buffer(i).size);
    return std::move(made_);
  }

 private:
  const nook::Buffer& buffer(int32_t i) const { return problem_.buffers[at(i)]; }

  void add(int32_t which, const std::vector<Range>& ranges, const Time& time) {
    const nook::Buffer& b = buffer(which);
    Item item{which, b.size, align_up(b.size, grain_), std::max(b.alignment, alignment_), b.pinned, 0, 0, 0,
              false, {}};
    for (const auto& [from, to] : ranges) item.steps += to - from;
    item.sections = time.of(ranges);
    item.begin = item.sections.front().begin, item.end = item.sections.back().end;
    index_[at(which)] = static_cast<int32_t>(made_.items.size());
    made_.items.push_back(std::move(item));
  }

  void sum_up(size_t sections) {
    made_.sum.assign(sections + 1, 0);
    for (const Item& item : made_.items)
      for (const SectionRange& range : item.sections) {
        made_.sum[at(range.begin)] += item.stack;
        made_.sum[at(range.end)] -= item.stack;
      }
    std::partial_sum(made_.sum.begin(), made_.sum.end(), made_.sum.begin());
    made_.sum.pop_back();
  }

  // Processes the items with the most padding first; each pads its sections that have none yet.
  void pad(size_t sections) {
    made_.padding.assign(sections, 0);
    std::vector<int32_t> order, next(sections + 1);
    std::iota(next.begin(), next.end(), 0);
    for (size_t i = 0; i < made_.items.size(); ++i)
      if (made_.items[i].stack > made_.items[i].size) order.push_back(static_cast<int32_t>(i));
    const auto padding = [&](int32_t i) { return made_.items[at(i)].stack - made_.items[at(i)].size; };
    std::ranges::stable_sort(order, std::greater<>(), padding);
    const auto free_from = [&](int32_t s) {  // the first section without padding, with path compression
      while (next[at(s)] != s) s = next[at(s)] = next[at(next[at(s)])];
      return s;
    };
    for (const int32_t i : order)
      for (const SectionRange& range : made_.items[at(i)].sections)
        for (int32_t s = free_from(range.begin); s < range.end; s = free_from(s)) {
          made_.padding[at(s)] = padding(i);
          next[at(s)] = s + 1;
        }
  }

  // The two meet in the one section that ends the upper one's live range and begins the lower one's.
  void separate(const nook::Separation& s) {
    const int32_t u = index_[at(s.upper)], l = index_[at(s.lower)];
    if (u < 0 || l < 0 || u == l || buffer(s.upper).last != buffer(s.lower).first) return;
    Item &upper = made_.items[at(u)], &lower = made_.items[at(l)];
    if (!meet(upper, lower)) return;
    const auto shared = [&](int64_t distance) {
      return std::max<int64_t>(0, std::min(upper.stack, lower.stack - distance));
    };
    const int64_t distance = std::min(align_up(s.bytes, grain_), lower.stack);
    auto& above = made_.above[at(l)];
    auto pair = std::ranges::find(above, u, &Above::item);
    if (pair == above.end()) pair = above.insert(above.end(), {u, lower.stack});
    if (distance >= pair->distance) return;
    const int64_t bytes = shared(distance) - shared(pair->distance);
    pair->distance = distance;
    upper.shares = true;
    if (bytes == 0) return;
    const int32_t section = upper.end - 1;
    made_.shared[at(u)].push_back({l, section, bytes});
    made_.shared[at(l)].push_back({u, section, bytes});
    made_.sum[at(section)] -= bytes;
  }

  const nook::Problem& problem_;
  int32_t alignment_, grain_ = 0;
  std::vector<int32_t> here_;
  std::vector<std::vector<Range>> ranges_;
  std::vector<int32_t> index_;  // per buffer: its item
  Instance made_;
};

}  // namespace

Instance make_instance(const nook::Problem& problem) { return Maker(problem).make(); }

int64_t lower_bound_of(const Instance& instance) {
  int64_t most = 0;
  for (size_t s = 0; s < instance.sum.size(); ++s)
    most = std::max<int64_t>(most, instance.sum[s] - instance.padding[s]);
  for (const Item& item : instance.items)
    most = std::max<int64_t>(most, int64_t{std::max(item.pinned, 0)} + item.size);
  return most;
}

}  // namespace nookc
