#include "nookc/plan/instance.h"

#include <algorithm>
#include <map>

namespace nookc {
namespace {

int64_t align_up(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

using Range = std::pair<int64_t, int64_t>;  // steps, from and to before

// The steps at which a buffer is needed, gaps left out.
std::vector<Range> lives(const nook::Problem& problem, int32_t buffer) {
  const nook::Buffer& b = problem.buffers[static_cast<size_t>(buffer)];
  std::vector<Range> gaps, all;
  if (!problem.rules.empty())
    for (const nook::Steps& gap : problem.rules[static_cast<size_t>(buffer)].gaps)
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

bool meet(const Item& a, const Item& b) {
  for (const Sections& x : a.sections)
    for (const Sections& y : b.sections)
      if (x.begin < y.end && y.begin < x.end) return true;
  return false;
}

class Maker {
 public:
  explicit Maker(const nook::Problem& problem)
      : problem_(problem), alignment_(nook::pool_at(problem, 0).alignment) {
    for (int32_t i = 0; i < static_cast<int32_t>(problem.buffers.size()); ++i) {
      std::vector<Range> ranges = lives(problem, i);
      if (buffer(i).size == 0 || ranges.empty()) {
        made_.apart.push_back(i);
      } else {
        here_.push_back(i);
        ranges_.push_back(std::move(ranges));
      }
    }
  }

  Instance make() {
    cut();
    for (size_t i = 0; i < here_.size(); ++i) add(here_[i], ranges_[i]);
    const size_t count = made_.items.size();
    made_.above.resize(count);
    made_.shared.resize(count);
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < count; ++j)
        if (i != j && meet(made_.items[i], made_.items[j]))
          made_.above[i].push_back({static_cast<int32_t>(j), made_.items[i].stack});
    for (const nook::Separation& s : problem_.separations) separate(s);
    made_.lower_bound = lower_bound_of(made_);
    for (const int32_t i : made_.apart)
      made_.lower_bound =
          std::max<int64_t>(made_.lower_bound, int64_t{std::max(buffer(i).pinned, 0)} + buffer(i).size);
    return std::move(made_);
  }

 private:
  const nook::Buffer& buffer(int32_t i) const { return problem_.buffers[static_cast<size_t>(i)]; }

  // Time changes where some buffer is born or dies; between, nothing does.
  void cut() {
    for (const auto& ranges : ranges_)
      for (const auto& [from, to] : ranges) section_at_[from] = section_at_[to] = 0;
    int32_t n = 0;
    for (auto& [step, section] : section_at_) section = n++;
    const size_t sections = section_at_.empty() ? 0 : section_at_.size() - 1;
    made_.alive.resize(sections);
    made_.sum.assign(sections, 0);
    made_.padding.assign(sections, 0);
    for (const int32_t i : here_) {
      const int32_t own = std::max(buffer(i).alignment, alignment_);
      grain_ = grain_ == 0 ? own : std::min(grain_, own);
    }
  }

  void add(int32_t which, const std::vector<Range>& ranges) {
    const nook::Buffer& b = buffer(which);
    const int32_t stack = static_cast<int32_t>(align_up(b.size, grain_));
    Item item{which, b.size, stack, std::max(b.alignment, alignment_), b.pinned, 0, 0, 0, false, {}};
    for (const auto& [from, to] : ranges) {
      item.sections.push_back({section_at_.at(from), section_at_.at(to)});
      item.steps += to - from;
    }
    item.begin = item.sections.front().begin, item.end = item.sections.back().end;
    const int32_t self = static_cast<int32_t>(made_.items.size());
    index_[which] = self;
    for (const Sections& range : item.sections)
      for (int32_t s = range.begin; s < range.end; ++s) {
        const size_t at = static_cast<size_t>(s);
        made_.alive[at].push_back(self);
        made_.sum[at] += stack;
        made_.padding[at] = std::max(made_.padding[at], stack - b.size);
      }
    made_.items.push_back(std::move(item));
  }

  // The two meet in the one section that ends the upper one's life and begins the lower one's.
  void separate(const nook::Separation& s) {
    const auto u = index_.find(s.upper), l = index_.find(s.lower);
    if (u == index_.end() || l == index_.end()) return;
    Item &upper = made_.items[static_cast<size_t>(u->second)],
         &lower = made_.items[static_cast<size_t>(l->second)];
    if (buffer(s.upper).last != buffer(s.lower).first) return;
    const int32_t distance = static_cast<int32_t>(std::min<int64_t>(align_up(s.bytes, grain_), lower.stack));
    for (Above& a : made_.above[static_cast<size_t>(l->second)])
      if (a.item == u->second) a.distance = std::min(a.distance, distance);
    upper.shares = true;
    const int32_t bytes = std::min(upper.stack, lower.stack - distance);
    if (bytes <= 0) return;
    const int32_t section = upper.end - 1;
    made_.shared[static_cast<size_t>(u->second)].push_back({l->second, section, bytes});
    made_.shared[static_cast<size_t>(l->second)].push_back({u->second, section, bytes});
    made_.sum[static_cast<size_t>(section)] -= bytes;
  }

  const nook::Problem& problem_;
  int32_t alignment_, grain_ = 0;
  std::vector<int32_t> here_;
  std::vector<std::vector<Range>> ranges_;
  std::map<int64_t, int32_t> section_at_;  // by its first step
  std::map<int32_t, int32_t> index_;       // of a buffer among the items
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
