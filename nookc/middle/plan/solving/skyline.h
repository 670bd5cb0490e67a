// Plans for thousands of buffers: the first descent of FitSearch, in memory linear in the items.
//
// Always places the item that can begin lowest, at that offset, and raises the items that meet it. So bytes
// stay free only below an item that rests on another, and a plan is mostly within a few percent of the
// busiest section, where first fit is a tenth above it.
#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/ranking.h"

namespace nookc {

class Skyline {
 public:
  // Borrows the instance, in which no item may be pinned.
  explicit Skyline(const Instance& instance);

  // `order`: of the items that can begin at the same offset. Gives up after `work` visits, and returns false.
  bool place(const ItemOrder& order, int64_t work);

  // Per item; valid after place() returned true.
  const std::vector<int32_t>& offsets() const { return offsets_; }
  int64_t work() const { return work_; }  // visits of an item or a section, summed over all calls

 private:
  void open_all();
  void close(int32_t item);
  template <typename Visit>
  void each_open(size_t node, size_t width, size_t first, const Item& item, const Visit& visit);
  bool raise_neighbours(int32_t self);

  const Instance& in_;
  std::vector<int32_t> by_begin_, leaf_;  // all items by their first section; per item its index there
  size_t leaves_ = 1;                     // a power of two
  // A tree over by_begin_: per node the latest end of its items that are not placed, 0 if there is none.
  std::vector<int32_t> latest_;
  std::vector<int64_t> busiest_;  // per item
  std::vector<int32_t> rank_, offsets_;
  std::vector<int64_t> distance_;  // per item: distance above the item being placed; -1: its full height
  int64_t work_ = 0;
};

}  // namespace nookc
