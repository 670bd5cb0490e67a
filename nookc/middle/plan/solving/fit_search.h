// Whether buffers fit below a height: depth-first search over canonical plans.
//
// In a canonical plan every buffer rests on the floor or on a buffer that it meets; every plan can be pushed
// down into one. So it is enough to place buffers by rising offset, each at the lowest place that the earlier
// ones leave. These rules end a branch early; some are from the literature (minimalloc, ASPLOS 2023), some go
// beyond it:
// - a section's lowest open place plus the bytes still to come in it are above the height;
// - nothing can start above the height less the bytes still to come in any section, as offsets only rise;
// - another buffer would fit wholly below the one that is placed;
// - equal offsets come in one order only;
// - a buffer that nothing comes above is never tried elsewhere;
// - where time falls apart into ranges that no open buffer spans, each is searched by itself.
// Separations are one-sided distances, alignments round them, pinned buffers wait for their offset.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

enum class Fit { kFits, kDoesNot, kUndecided };

class FitSearch {
 public:
  // The search recurses once per item, and lists the items that are live in a section.
  static constexpr size_t kMostItems = 4000;

  // For at most kMostItems items. Borrows the instance.
  explicit FitSearch(const Instance& instance);

  // The order of buffers with equal offset, the most important criterion first: (t)otal bytes of the busiest
  // section, (w)idth in steps, (c)ount of sections, (a)rea in bytes times steps, (b)ytes times events,
  // si(z)e. `shuffle`, if any, seeds random numbers that disturb that order a little.
  struct Order {
    std::string by;
    uint64_t shuffle = 0;
  };

  // Gives up after so much work, or at the deadline.
  Fit run(int32_t height, const Order& order, int64_t work, const Deadline& deadline);

  // Per item, after kFits.
  const std::vector<int32_t>& offsets() const { return offsets_; }
  int64_t work() const { return work_; }  // looks at an item or a section, of all runs together

 private:
  // Sections, and the items to be placed in them: a range of open_.
  struct Part {
    int32_t begin, end, first, last;
  };
  struct Change {
    int32_t index, value;
  };

  int64_t key(int32_t item, char by) const;
  void prepare();
  Part without(int32_t self, const Part& part);
  std::vector<Part> split(const Part& part, const std::vector<int32_t>& cuts);
  Fit solve_part(const Part& part);
  Fit solve_parts(const Part& whole, const std::vector<int32_t>& cuts);
  Fit descend(const Part& part, int32_t last, int32_t last_rank);
  void find_candidates(const Part& part, int32_t last, int32_t last_rank);
  Fit attempt(const Part& part, int32_t self, bool* hatless);
  Fit place(const Part& part, int32_t self);
  bool raise_neighbours(const Part& part, int32_t self, bool* hatless);
  bool raise(int32_t item, int64_t need);
  void soil(const Item& item, int32_t floor);
  void take_from_sections(int32_t self, int32_t sign);
  bool raise_floors(int32_t start);
  int32_t lowest_in(int32_t section, int32_t start);
  void shuffle(std::vector<int32_t>& sorted) const;
  bool out_of_time();

  const Instance& in_;
  int32_t height_ = 0;
  Order order_;
  int64_t work_ = 0, work_end_ = 0, nodes_ = 0;
  Deadline deadline_;
  bool stopped_ = false;

  std::vector<Sections> lives_;              // per item, its first to after its last section
  std::vector<int64_t> stacks_;              // per item
  bool gaps_ = false;                        // some item has any
  std::vector<int32_t> alive_, alive_from_;  // the items of each section, and where in alive_ they begin
  std::vector<int32_t> open_, where_;        // all items, those of a part side by side; per item, its place
  std::vector<char> placed_;                 // per item
  std::vector<int32_t> natural_;     // per item: the lowest place that those placed leave; none for those
  std::vector<int32_t> rank_;        // per item: its place in the order
  std::vector<int64_t> busiest_;     // per item: what `t` orders by
  std::vector<int32_t> offsets_;     // per item
  std::vector<int64_t> distance_;    // per item: above the one that is placed; 0: as high as that is
  std::vector<int32_t> floor_;       // per section: the lowest natural place of those to come, or less
  std::vector<int64_t> left_;        // per section: bytes to come
  std::vector<int32_t> crossing_;    // per border of sections: items to come that live on both sides
  std::vector<char> dirty_;          // per section: its floor may have risen
  std::vector<int32_t> soiled_;      // the sections that are dirty
  std::vector<int32_t> candidates_;  // of all parts that are being searched, the latest at the end
  std::vector<Change> naturals_, floors_;  // what to take back

  // Kept from call to call, so that a step of the search takes little memory anew.
  std::vector<int32_t> sorted_;   // by solve_part()
  std::vector<int32_t> moved_;    // by split(): the items of the whole,
  std::vector<int32_t> between_;  // per item of moved_, between which cuts it lives,
  std::vector<int32_t> ends_;     // and where the items of each part end
};

}  // namespace nookc
