#include "nookc/middle/plan/solving/fit_search.h"

#include <algorithm>
#include <numeric>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

int64_t align_up(int64_t value, int32_t alignment) { return (value + alignment - 1) & -int64_t{alignment}; }

}  // namespace

FitSearch::FitSearch(const Instance& instance) : in_(instance) {
  const size_t items = in_.items.size(), sections = in_.sum.size();
  offsets_.assign(items, 0);
  rank_.assign(items, 0);
  busiest_.assign(items, 0);
  distance_.assign(items, -1);
  dirty_.assign(sections, 0);
  for (const Item& item : in_.items) {
    lives_.push_back({item.begin, item.end});
    stacks_.push_back(item.stack);
    gaps_ = gaps_ || item.sections.size() > 1;
  }
  std::vector<std::vector<int32_t>> alive(sections);
  for (size_t i = 0; i < items; ++i)
    for (const SectionRange& range : in_.items[i].sections)
      for (int32_t s = range.begin; s < range.end; ++s) alive[at(s)].push_back(static_cast<int32_t>(i));
  for (const auto& here : alive) {
    alive_from_.push_back(static_cast<int32_t>(alive_.size()));
    alive_.insert(alive_.end(), here.begin(), here.end());
  }
  alive_from_.push_back(static_cast<int32_t>(alive_.size()));
}

void FitSearch::prepare() {
  const size_t items = in_.items.size();
  open_.resize(items);
  std::iota(open_.begin(), open_.end(), 0);
  where_ = open_;
  placed_.assign(items, 0);
  natural_.assign(items, 0);
  for (size_t i = 0; i < items; ++i) natural_[i] = std::max(in_.items[i].pinned, 0);
  left_ = in_.sum;
  floor_.assign(in_.sum.size(), 0);
  crossing_.assign(in_.sum.size(), 0);
  for (const Item& item : in_.items)
    for (int32_t s = item.begin; s + 1 < item.end; ++s) ++crossing_[at(s)];
  candidates_.clear();
  naturals_.clear();
  floors_.clear();
  work_ += static_cast<int64_t>(alive_.size());
}

FitResult FitSearch::run(int32_t height, const ItemOrder& order, int64_t work, const Deadline& deadline) {
  if (height < in_.lower_bound) return FitResult::kDoesNot;
  height_ = height, order_ = order, work_end_ = work_ + work, deadline_ = deadline, stopped_ = false;
  prepare();
  std::vector<int32_t> cuts = {0};
  for (int32_t s = 0; s + 1 < in_.section_count(); ++s)
    if (crossing_[at(s)] == 0) cuts.push_back(s + 1);
  cuts.push_back(in_.section_count());
  return solve_parts({0, in_.section_count(), 0, static_cast<int32_t>(open_.size())}, cuts);
}

// Groups the part's items by the time ranges between cuts; items within one range keep their order.
std::vector<FitSearch::Part> FitSearch::split(const Part& whole, const std::vector<int32_t>& cuts) {
  moved_.assign(open_.begin() + whole.first, open_.begin() + whole.last);
  between_.clear();
  ends_.assign(cuts.size(), 0);
  for (const int32_t item : moved_) {
    const auto after = std::ranges::upper_bound(cuts, in_.items[at(item)].begin);
    between_.push_back(static_cast<int32_t>(after - cuts.begin()) - 1);
    ++ends_[at(between_.back())];
  }
  work_ += whole.last - whole.first;
  std::vector<Part> parts;
  int32_t next = whole.first;
  for (size_t p = 0; p + 1 < cuts.size(); ++p) {
    const int32_t first = next;
    next += ends_[p];
    if (next > first) parts.push_back({cuts[p], cuts[p + 1], first, next});
    ends_[p] = first;
  }
  for (size_t k = 0; k < moved_.size(); ++k) {
    const int32_t place = ends_[at(between_[k])]++;
    open_[at(place)] = moved_[k], where_[at(moved_[k])] = place;
  }
  return parts;
}

FitResult FitSearch::solve_parts(const Part& whole, const std::vector<int32_t>& cuts) {
  for (const Part& part : split(whole, cuts))
    if (const FitResult fit = solve_part(part); fit != FitResult::kFits) return fit;
  return FitResult::kFits;
}

// Sorts each part separately, by the bytes still to be placed in its sections.
FitResult FitSearch::solve_part(const Part& part) {
  std::vector<Change> before;  // the rank of each item before
  before.reserve(static_cast<size_t>(part.last - part.first));
  sorted_.assign(open_.begin() + part.first, open_.begin() + part.last);
  for (const int32_t i : sorted_) {
    before.push_back({i, rank_[at(i)]});
    busiest_[at(i)] = busiest_section(in_.items[at(i)], left_);
    work_ += in_.items[at(i)].end - in_.items[at(i)].begin;
  }
  sort_items(in_, order_, busiest_, &sorted_);
  work_ += 10 * static_cast<int64_t>(before.size());
  for (size_t k = 0; k < sorted_.size(); ++k) rank_[at(sorted_[k])] = static_cast<int32_t>(k);
  const FitResult fit = descend(part, 0, -1);
  for (const Change& rank : before) rank_[at(rank.index)] = rank.value;
  return fit;
}

bool FitSearch::out_of_time() {
  if (!stopped_) stopped_ = work_ >= work_end_ || ((++nodes_ & 255) == 0 && over(deadline_));
  return stopped_;
}

// Places one more item of the part, none below `last`.
FitResult FitSearch::descend(const Part& part, int32_t last, int32_t last_rank) {
  if (part.first == part.last) return FitResult::kFits;
  if (out_of_time()) return FitResult::kUndecided;
  const size_t first = candidates_.size();
  find_candidates(part, last, last_rank);
  FitResult fit = FitResult::kDoesNot;
  bool hatless = false;
  for (size_t k = first; k < candidates_.size() && fit == FitResult::kDoesNot && !hatless; ++k) {
    hatless = true;
    fit = attempt(part, candidates_[k], &hatless);
  }
  candidates_.resize(first);
  return fit;
}

// Finds the items that may come next, the lowest first.
void FitSearch::find_candidates(const Part& part, int32_t last, int32_t last_rank) {
  int64_t end = INT64_MAX;  // an item at or above this leaves room for another below it, or too little above
  for (int32_t k = part.first; k < part.last; ++k) {
    const size_t i = at(open_[at(k)]);
    end = std::min(end, natural_[i] + stacks_[i]);
  }
  for (int32_t s = part.begin; s < part.end; ++s)
    if (left_[at(s)] > 0) end = std::min(end, height_ - left_[at(s)] + in_.padding[at(s)] + 1);
  work_ += part.last - part.first + part.end - part.begin;
  const size_t first = candidates_.size();
  for (int32_t k = part.first; k < part.last; ++k) {
    const int32_t i = open_[at(k)], start = natural_[at(i)];
    if (start < last || start >= end) continue;
    if (start == last && rank_[at(i)] < last_rank && !in_.items[at(i)].shares) continue;
    candidates_.push_back(i);
  }
  std::sort(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
            [&](int32_t a, int32_t b) {
              const int32_t x = natural_[at(a)], y = natural_[at(b)];
              return x != y ? x < y : rank_[at(a)] < rank_[at(b)];
            });
}

// The part without one of its items, which is moved past the end of the range.
FitSearch::Part FitSearch::without(int32_t self, const Part& part) {
  const int32_t end = part.last - 1, other = open_[at(end)];
  open_[at(where_[at(self)])] = other, where_[at(other)] = where_[at(self)];
  open_[at(end)] = self, where_[at(self)] = end;
  return {part.begin, part.end, part.first, end};
}

// Continues the search with `self` at its natural offset, then undoes it.
FitResult FitSearch::attempt(const Part& part, int32_t self, bool* hatless) {
  const size_t naturals = naturals_.size(), floors = floors_.size();
  const int32_t start = offsets_[at(self)] = natural_[at(self)];
  placed_[at(self)] = 1, natural_[at(self)] = INT32_MAX;
  const Part rest = without(self, part);
  take_from_sections(self, 1);
  const bool fine = raise_neighbours(rest, self, hatless);
  const FitResult fit = raise_floors(start) && fine ? place(rest, self) : FitResult::kDoesNot;
  take_from_sections(self, -1);
  for (; naturals_.size() > naturals; naturals_.pop_back())
    natural_[at(naturals_.back().index)] = naturals_.back().value;
  for (; floors_.size() > floors; floors_.pop_back()) floor_[at(floors_.back().index)] = floors_.back().value;
  placed_[at(self)] = 0, natural_[at(self)] = start;
  return fit;
}

// Continues with `self` placed; if no item spans some border any more, searches each side separately.
FitResult FitSearch::place(const Part& rest, int32_t self) {
  const Item& item = in_.items[at(self)];
  std::vector<int32_t> cuts;
  for (int32_t s = item.begin; s + 1 < item.end; ++s)
    if (--crossing_[at(s)] == 0) cuts.push_back(s + 1);
  FitResult fit;
  if (cuts.empty()) {
    fit = descend(rest, offsets_[at(self)], rank_[at(self)]);
  } else {
    cuts.insert(cuts.begin(), rest.begin);
    cuts.push_back(rest.end);
    fit = solve_parts(rest, cuts);
  }
  for (int32_t s = item.begin; s + 1 < item.end; ++s) ++crossing_[at(s)];
  work_ += item.end - item.begin;
  return fit;
}

// Raises the items still to be placed that meet `self` above it.
bool FitSearch::raise_neighbours(const Part& part, int32_t self, bool* hatless) {
  const Item& item = in_.items[at(self)];
  const int32_t start = offsets_[at(self)];
  soil(item, start);
  if (int64_t{start} + item.size > height_) return false;
  for (const Above& above : in_.above[at(self)]) distance_[at(above.item)] = above.distance;
  bool fits = true;
  for (int32_t k = part.first; fits && k < part.last; ++k) {
    const int32_t i = open_[at(k)];
    if (lives_[at(i)].end <= item.begin || item.end <= lives_[at(i)].begin) continue;
    if (gaps_ && !meet(item, in_.items[at(i)])) continue;
    *hatless = false;
    fits = raise(i, start + (distance_[at(i)] >= 0 ? distance_[at(i)] : item.stack));
  }
  for (const Above& above : in_.above[at(self)]) distance_[at(above.item)] = -1;
  work_ += part.last - part.first;
  return fits;
}

bool FitSearch::raise(int32_t i, int64_t need) {
  const Item& item = in_.items[at(i)];
  const int32_t natural = natural_[at(i)];
  if (natural >= need) return true;
  need = align_up(need, item.alignment);
  if (need + item.size > height_ || (item.pinned != nook::kAnywhere && need > item.pinned)) return false;
  naturals_.push_back({i, natural});
  soil(item, natural);
  natural_[at(i)] = static_cast<int32_t>(need);
  return true;
}

// Marks the sections of an item that has left the floor.
void FitSearch::soil(const Item& item, int32_t floor) {
  for (const SectionRange& range : item.sections)
    for (int32_t s = range.begin; s < range.end; ++s)
      if (floor_[at(s)] == floor && !dirty_[at(s)]) dirty_[at(s)] = 1, soiled_.push_back(s);
  work_ += item.end - item.begin;
}

void FitSearch::take_from_sections(int32_t self, int32_t sign) {
  const Item& item = in_.items[at(self)];
  for (const SectionRange& range : item.sections)
    for (int32_t s = range.begin; s < range.end; ++s) left_[at(s)] -= sign * item.stack;
  for (const Shared& shared : in_.shared[at(self)])
    if (!placed_[at(shared.other)]) left_[at(shared.section)] += sign * shared.bytes;
}

// Whether every section whose floor rose still has room for its remaining items. In other sections nothing
// begins below `start` any more, as find_candidates() ensures.
bool FitSearch::raise_floors(int32_t start) {
  bool fits = true;
  for (const int32_t s : soiled_) {
    dirty_[at(s)] = 0;
    if (!fits || left_[at(s)] <= 0) continue;
    const int32_t lowest = lowest_in(s, start);
    if (lowest != floor_[at(s)]) {
      floors_.push_back({s, floor_[at(s)]});
      floor_[at(s)] = lowest;
    }
    fits = std::max(lowest, start) + left_[at(s)] - in_.padding[at(s)] <= height_;
  }
  soiled_.clear();
  return fits;
}

// The lowest natural offset in a section; any offset up to `start` serves as well as the lowest.
int32_t FitSearch::lowest_in(int32_t section, int32_t start) {
  int32_t lowest = INT32_MAX, k = alive_from_[at(section)];
  const int32_t first = k, end = alive_from_[at(section) + 1];
  for (; k < end && lowest > start; ++k) lowest = std::min(lowest, natural_[at(alive_[at(k)])]);
  work_ += k - first;
  return lowest;
}

}  // namespace nookc
