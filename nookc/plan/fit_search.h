// Whether buffers fit below a height: depth-first search over canonical plans.
//
// In a canonical plan every buffer rests on the floor or on one that it meets; every plan can be pushed down
// into one. So it is enough to place buffers by rising offset, each at the lowest place that those before it
// leave. What ends a branch early, after the literature (minimalloc, ASPLOS 2023) and beyond:
// - a section's lowest open place plus the bytes still to come in it are above the height;
// - another buffer would fit wholly below the one that is placed;
// - equal offsets come in one order only;
// - a buffer that nothing comes above is never tried elsewhere;
// - where time falls apart into ranges that no open buffer spans, each is searched by itself.
// Separations are one-sided distances, alignments round them, pinned buffers wait for their offset.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/plan/instance.h"
#include "nookc/plan/solution.h"

namespace nookc {

enum class Fit { kFits, kDoesNot, kUndecided };

class FitSearch {
 public:
  explicit FitSearch(const Instance& instance);

  // `order` says by what buffers of equal offset are ordered, the most important first: (t)otal bytes of the
  // busiest section, (w)idth in steps, (c)ount of sections, (a)rea in bytes times steps, (b) bytes times
  // sections, si(z)e. Gives up after `nodes` placements, or at the deadline.
  Fit run(int32_t height, const std::string& order, int64_t nodes, const Deadline& deadline);

  // Per item, after kFits.
  const std::vector<int32_t>& offsets() const { return offsets_; }
  int64_t placements() const { return placements_; }  // of all runs together

 private:
  struct Part {
    int32_t begin, end;          // sections
    std::vector<int32_t> items;  // not placed
  };
  struct Change {
    int32_t index, value;
  };

  int64_t key(int32_t item, char by) const;
  void prepare();
  std::vector<Part> split(const std::vector<int32_t>& items, const std::vector<int32_t>& cuts) const;
  Fit solve_part(Part part);
  Fit solve_parts(std::vector<Part> parts);
  Fit descend(const Part& part, const std::vector<int32_t>& items, int32_t last, int32_t last_rank);
  Fit place(const Part& part, const std::vector<int32_t>& items, int32_t self);
  bool raise_neighbours(int32_t self, bool* hatless);
  bool raise_floors(const Part& part, int32_t self);
  void take_from_sections(int32_t self, int32_t sign);
  bool out_of_time();

  const Instance& in_;
  int32_t height_ = 0;
  std::string order_;
  int64_t nodes_left_ = 0, placements_ = 0;
  Deadline deadline_;

  std::vector<char> placed_;               // per item
  std::vector<int32_t> natural_;           // per item: the lowest place that those placed leave
  std::vector<int32_t> rank_;              // per item: its place in the order
  std::vector<int64_t> busiest_;           // per item: what `t` orders by
  std::vector<int32_t> offsets_;           // per item
  std::vector<int32_t> floor_;             // per section: the lowest natural place of those to come
  std::vector<int64_t> left_;              // per section: bytes to come
  std::vector<int32_t> crossing_;          // per border of sections: items to come that live on both sides
  std::vector<char> dirty_;                // per section: its floor may have risen
  std::vector<Change> naturals_, floors_;  // what to take back
};

}  // namespace nookc
