// Decides whether buffers fit below a height, by depth-first search over canonical plans.
//
// In a canonical plan every buffer rests on the floor or on a buffer that it meets; every plan can be pushed
// down into one. So it is enough to place buffers by rising offset, each at the lowest offset that the
// earlier ones leave. These rules prune a branch; some are from the literature (minimalloc, ASPLOS 2023),
// some go beyond it:
// - a section's lowest open offset plus the bytes still to be placed in it exceed the height;
// - nothing can start above the height minus the bytes still to be placed in any section, as offsets only
//   rise;
// - another buffer would fit entirely below the one that is placed;
// - equal offsets are tried in one order only;
// - a buffer with nothing above it is never tried elsewhere;
// - where time splits into ranges that no open buffer spans, each is searched separately.
//
// Separations are one-sided distances, alignments round them, pinned buffers wait for their offset.
#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/ranking.h"
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

enum class FitResult { kFits, kDoesNot, kUndecided };

class FitSearch {
 public:
  // The search recurses once per item, and lists the items that are live in a section.
  static constexpr size_t kMostItems = 4000;

  // Accepts at most kMostItems items. Borrows the instance.
  explicit FitSearch(const Instance& instance);

  // `order`: of the items with equal offset. Gives up after `work` visits, or at the deadline.
  FitResult run(int32_t height, const ItemOrder& order, int64_t work, const Deadline& deadline);

  // Per item; valid after kFits.
  const std::vector<int32_t>& offsets() const { return offsets_; }
  int64_t work() const { return work_; }  // visits of an item or a section, summed over all runs

 private:
  // A range of sections, and the items to be placed in them: a range of open_.
  struct Part {
    int32_t begin, end, first, last;
  };
  struct Change {
    int32_t index, value;
  };

  void prepare();
  Part without(int32_t self, const Part& part);
  std::vector<Part> split(const Part& part, const std::vector<int32_t>& cuts);
  FitResult solve_part(const Part& part);
  FitResult solve_parts(const Part& whole, const std::vector<int32_t>& cuts);
  FitResult descend(const Part& part, int32_t last, int32_t last_rank);
  void find_candidates(const Part& part, int32_t last, int32_t last_rank);
  FitResult attempt(const Part& part, int32_t self, bool* hatless);
  FitResult place(const Part& part, int32_t self);
  bool raise_neighbours(const Part& part, int32_t self, bool* hatless);
  bool raise(int32_t item, int64_t need);
  void soil(const Item& item, int32_t floor);
  void take_from_sections(int32_t self, int32_t sign);
  bool raise_floors(int32_t start);
  int32_t lowest_in(int32_t section, int32_t start);
  bool out_of_time();

  const Instance& in_;
  int32_t height_ = 0;
  ItemOrder order_;
  int64_t work_ = 0, work_end_ = 0, nodes_ = 0;
  Deadline deadline_;
  bool stopped_ = false;

  std::vector<SectionRange> lives_;          // per item: from its first section to after its last
  std::vector<int64_t> stacks_;              // per item
  bool gaps_ = false;                        // whether any item has gaps
  std::vector<int32_t> alive_, alive_from_;  // the items of each section, and where they begin in alive_
  std::vector<int32_t> open_, where_;        // all items, grouped by part; per item its index there
  std::vector<char> placed_;                 // per item
  // Per item: the lowest offset above the placed items; undefined for placed items.
  std::vector<int32_t> natural_;
  std::vector<int32_t> rank_;        // per item: its rank in the order
  std::vector<int64_t> busiest_;     // per item: the key of `t`
  std::vector<int32_t> offsets_;     // per item
  std::vector<int64_t> distance_;    // per item: distance above the item being placed; 0: its full height
  std::vector<int32_t> floor_;       // per section: a lower bound for the natural offsets of its open items
  std::vector<int64_t> left_;        // per section: bytes still to be placed
  std::vector<int32_t> crossing_;    // per border of sections: open items that live on both sides
  std::vector<char> dirty_;          // per section: its floor may have risen
  std::vector<int32_t> soiled_;      // the sections that are dirty
  std::vector<int32_t> candidates_;  // for all parts being searched, the innermost last
  std::vector<Change> naturals_, floors_;  // changes to undo

  // Buffers kept between calls, so that a step of the search rarely allocates memory.
  std::vector<int32_t> sorted_;   // by solve_part()
  std::vector<int32_t> moved_;    // by split(): the items of the whole,
  std::vector<int32_t> between_;  // per item of moved_, the cuts between which it lives,
  std::vector<int32_t> ends_;     // and where the items of each part end
};

}  // namespace nookc
