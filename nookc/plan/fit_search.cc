#include "nookc/plan/fit_search.h"

#include <algorithm>
#include <chrono>

namespace nookc {
namespace {

size_t at(int32_t i) { return static_cast<size_t>(i); }

int64_t align_up(int64_t value, int32_t alignment) { return (value + alignment - 1) & -int64_t{alignment}; }

}  // namespace

FitSearch::FitSearch(const Instance& instance) : in_(instance) {
  const size_t items = in_.items.size(), sections = in_.sum.size();
  offsets_.assign(items, 0);
  rank_.assign(items, 0);
  busiest_.assign(items, 0);
  dirty_.assign(sections, 0);
}

void FitSearch::prepare() {
  placed_.assign(in_.items.size(), 0);
  natural_.assign(in_.items.size(), 0);
  for (size_t i = 0; i < in_.items.size(); ++i) natural_[i] = std::max(in_.items[i].pinned, 0);
  left_ = in_.sum;
  floor_.assign(in_.sum.size(), 0);
  crossing_.assign(in_.sum.size(), 0);
  for (const Item& item : in_.items)
    for (int32_t s = item.begin; s + 1 < item.end; ++s) ++crossing_[at(s)];
  naturals_.clear();
  floors_.clear();
}

Fit FitSearch::run(int32_t height, const std::string& order, int64_t nodes, const Deadline& deadline) {
  height_ = height, order_ = order, nodes_left_ = nodes, deadline_ = deadline;
  if (height < in_.lower_bound) return Fit::kDoesNot;
  prepare();
  std::vector<int32_t> all(in_.items.size()), cuts = {0};
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int32_t>(i);
  for (int32_t s = 0; s + 1 < in_.section_count(); ++s)
    if (crossing_[at(s)] == 0) cuts.push_back(s + 1);
  cuts.push_back(in_.section_count());
  return solve_parts(split(all, cuts));
}

int64_t FitSearch::key(int32_t item, char by) const {
  const Item& i = in_.items[at(item)];
  switch (by) {
    case 't':
      return busiest_[at(item)];
    case 'w':
      return i.steps;
    case 'c':
      return i.end - i.begin;
    case 'a':
      return i.steps * i.size;
    case 'b':
      return int64_t{i.end - i.begin} * i.size;
    default:
      return i.size;
  }
}

std::vector<FitSearch::Part> FitSearch::split(const std::vector<int32_t>& items,
                                              const std::vector<int32_t>& cuts) const {
  std::vector<Part> parts;
  for (size_t k = 1; k < cuts.size(); ++k) {
    Part part{cuts[k - 1], cuts[k], {}};
    for (const int32_t i : items)
      if (!placed_[at(i)] && in_.items[at(i)].begin < part.end && in_.items[at(i)].end > part.begin)
        part.items.push_back(i);
    if (!part.items.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

Fit FitSearch::solve_parts(std::vector<Part> parts) {
  for (Part& part : parts)
    if (const Fit fit = solve_part(std::move(part)); fit != Fit::kFits) return fit;
  return Fit::kFits;
}

// A part has an order of its own: by what is still to come in its sections.
Fit FitSearch::solve_part(Part part) {
  std::vector<int32_t> ranks, before = part.items;
  for (const int32_t i : part.items) {
    ranks.push_back(rank_[at(i)]);
    busiest_[at(i)] = 0;
    for (const Sections& range : in_.items[at(i)].sections)
      for (int32_t s = range.begin; s < range.end; ++s)
        busiest_[at(i)] = std::max<int64_t>(busiest_[at(i)], left_[at(s)]);
  }
  std::ranges::sort(part.items, [&](int32_t a, int32_t b) {
    for (const char by : order_)
      if (const int64_t x = key(a, by), y = key(b, by); x != y) return x > y;
    return a < b;
  });
  for (size_t k = 0; k < part.items.size(); ++k) rank_[at(part.items[k])] = static_cast<int32_t>(k);
  const Fit fit = descend(part, part.items, 0, -1);
  for (size_t k = 0; k < before.size(); ++k) rank_[at(before[k])] = ranks[k];
  return fit;
}

bool FitSearch::out_of_time() {
  if (nodes_left_-- <= 0) return true;
  ++placements_;
  return deadline_ && (placements_ & 255) == 0 && std::chrono::steady_clock::now() >= *deadline_;
}

// Places one more item of the part, none below `last`.
Fit FitSearch::descend(const Part& part, const std::vector<int32_t>& items, int32_t last, int32_t last_rank) {
  if (out_of_time()) {
    nodes_left_ = 0;
    return Fit::kUndecided;
  }
  std::vector<int32_t> open, candidates;
  int64_t first_end = INT64_MAX;  // what starts here or above leaves room for another below it
  for (const int32_t i : items) {
    if (placed_[at(i)]) continue;
    open.push_back(i);
    first_end = std::min(first_end, int64_t{natural_[at(i)]} + in_.items[at(i)].stack);
  }
  if (open.empty()) return Fit::kFits;
  for (const int32_t i : open) {
    const int32_t start = natural_[at(i)];
    const bool before = start == last && rank_[at(i)] < last_rank && !in_.items[at(i)].shares;
    if (start >= last && start < first_end && !before) candidates.push_back(i);
  }
  std::ranges::sort(candidates, [&](int32_t a, int32_t b) {
    const int32_t x = natural_[at(a)], y = natural_[at(b)];
    return x != y ? x < y : rank_[at(a)] < rank_[at(b)];
  });
  for (const int32_t self : candidates) {
    const size_t naturals = naturals_.size(), floors = floors_.size();
    bool hatless = true;
    offsets_[at(self)] = natural_[at(self)];
    placed_[at(self)] = 1;
    const bool fine = raise_neighbours(self, &hatless);
    take_from_sections(self, 1);
    const Fit fit = fine && raise_floors(part, self) ? place(part, open, self) : Fit::kDoesNot;
    take_from_sections(self, -1);
    for (; naturals_.size() > naturals; naturals_.pop_back())
      natural_[at(naturals_.back().index)] = naturals_.back().value;
    for (; floors_.size() > floors; floors_.pop_back())
      floor_[at(floors_.back().index)] = floors_.back().value;
    placed_[at(self)] = 0;
    if (fit != Fit::kDoesNot) return fit;
    if (hatless) break;
  }
  return Fit::kDoesNot;
}

// Goes on with `self` in its place; where nothing spans a border any more, with each side by itself.
Fit FitSearch::place(const Part& part, const std::vector<int32_t>& items, int32_t self) {
  const Item& item = in_.items[at(self)];
  std::vector<int32_t> cuts = {part.begin};
  for (int32_t s = item.begin; s + 1 < item.end; ++s)
    if (--crossing_[at(s)] == 0) cuts.push_back(s + 1);
  Fit fit;
  if (cuts.size() == 1) {
    fit = descend(part, items, offsets_[at(self)], rank_[at(self)]);
  } else {
    cuts.push_back(part.end);
    fit = solve_parts(split(items, cuts));
  }
  for (int32_t s = item.begin; s + 1 < item.end; ++s) ++crossing_[at(s)];
  return fit;
}

// What meets `self` and is still to come goes above it.
bool FitSearch::raise_neighbours(int32_t self, bool* hatless) {
  const int32_t start = offsets_[at(self)];
  for (const Sections& range : in_.items[at(self)].sections)
    for (int32_t s = range.begin; s < range.end; ++s) dirty_[at(s)] |= floor_[at(s)] == start;
  if (int64_t{start} + in_.items[at(self)].size > height_) return false;
  for (const Above& above : in_.above[at(self)]) {
    if (placed_[at(above.item)]) continue;
    *hatless = false;
    const Item& other = in_.items[at(above.item)];
    int32_t& natural = natural_[at(above.item)];
    const int64_t need = align_up(int64_t{start} + above.distance, other.alignment);
    if (natural >= need) continue;
    if (need + other.size > height_ || (other.pinned != nook::kAnywhere && need > other.pinned)) return false;
    naturals_.push_back({above.item, natural});
    for (const Sections& range : other.sections)
      for (int32_t s = range.begin; s < range.end; ++s) dirty_[at(s)] |= floor_[at(s)] == natural;
    natural = static_cast<int32_t>(need);
  }
  return true;
}

void FitSearch::take_from_sections(int32_t self, int32_t sign) {
  const Item& item = in_.items[at(self)];
  for (const Sections& range : item.sections)
    for (int32_t s = range.begin; s < range.end; ++s) left_[at(s)] -= sign * item.stack;
  for (const Shared& shared : in_.shared[at(self)])
    if (!placed_[at(shared.other)]) left_[at(shared.section)] += sign * shared.bytes;
}

// Whether every section of the part still has room for what is to come in it.
bool FitSearch::raise_floors(const Part& part, int32_t self) {
  const int32_t start = offsets_[at(self)];
  bool fits = true;
  for (int32_t s = part.begin; s < part.end; ++s) {
    if (dirty_[at(s)] && fits && left_[at(s)] > 0) {
      int32_t lowest = INT32_MAX;
      for (const int32_t i : in_.alive[at(s)])
        if (!placed_[at(i)]) lowest = std::min(lowest, natural_[at(i)]);
      if (lowest != floor_[at(s)]) {
        floors_.push_back({s, floor_[at(s)]});
        floor_[at(s)] = lowest;
      }
    }
    dirty_[at(s)] = 0;
    if (left_[at(s)] > 0 && std::max(floor_[at(s)], start) + left_[at(s)] - in_.padding[at(s)] > height_)
      fits = false;
  }
  return fits;
}

}  // namespace nookc
