// The orders in which searches try the items of an instance that could begin at the same offset.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/middle/plan/solving/instance.h"

namespace nookc {

// Letters for criteria, the most important first: (t)otal bytes of the busiest section, (w)idth in steps,
// (c)ount of sections, (a)rea in bytes times steps, (b)ytes times sections, si(z)e. `shuffle`, if set, seeds
// a slight random perturbation of that order.
struct ItemOrder {
  std::string by;
  uint64_t shuffle = 0;
};

// The order for the n-th attempt: one of several that solve most instances, shuffled once all have been
// tried.
ItemOrder item_order(int64_t attempt);

// The greatest number of bytes in one of the sections of an item.
int64_t busiest_section(const Item& item, const std::vector<int64_t>& bytes);

// Sorts some of the instance's items. `busiest` is the criterion `t`, per item of the instance.
void sort_items(const Instance& instance, const ItemOrder& order, const std::vector<int64_t>& busiest,
                std::vector<int32_t>* items);

}  // namespace nookc
