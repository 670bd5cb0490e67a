// One pool's buffers in the form that the search uses: time cut into sections, and minimum offsets between
// buffers. Linear in the number of buffers: pairs that meet are not listed, see meet().
#pragma once
#include <cstdint>
#include <vector>

#include "nook/plan/problem.h"

namespace nookc {

// The sections from `begin` to before `end`.
struct Sections {
  int32_t begin, end;
};

struct Item {
  int32_t buffer;                  // of the problem
  int32_t size;                    // bytes
  int64_t stack;                   // the same, rounded up to what every offset is a multiple of
  int32_t alignment;               // bytes
  int32_t pinned;                  // offset or nook::kAnywhere
  int32_t begin, end;              // from its first to after its last section
  int64_t steps;                   // for how many it lives
  bool shares = false;             // it is the upper one of a separation
  std::vector<Sections> sections;  // where it is needed
};

// An item that meets another: if `item` is above it, then at least `distance` bytes above its start.
struct Above {
  int32_t item;
  int64_t distance;
};

// Bytes that two items may both use in a section; the sum of its items counts them twice.
struct Shared {
  int32_t other, section;
  int64_t bytes;
};

// Sections whose items are all live in another one are left out. Two items that meet do so in a remaining
// section, and the busiest section remains.
struct Instance {
  std::vector<Item> items;
  std::vector<std::vector<Above>> above;    // per item, those whose distance above it is less than its size
  std::vector<std::vector<Shared>> shared;  // per item
  std::vector<int64_t> sum;                 // per section, bytes of its items, shared ones once
  std::vector<int64_t> padding;             // per section, by how much the topmost item may be shorter
  std::vector<int32_t> apart;               // buffers that meet none: they lie at 0 or where they are pinned
  int64_t lower_bound = 0;                  // no plan is lower

  int32_t section_count() const { return static_cast<int32_t>(sum.size()); }
};

// Of a problem with one pool.
Instance make_instance(const nook::Problem& problem);

// Whether two items are needed at the same time.
inline bool meet(const Item& a, const Item& b) {
  if (a.end <= b.begin || b.end <= a.begin) return false;
  if (a.sections.size() == 1 && b.sections.size() == 1) return true;
  for (const Sections& x : a.sections)
    for (const Sections& y : b.sections)
      if (x.begin < y.end && y.begin < x.end) return true;
  return false;
}

// The bytes that the busiest section needs, with rounding to alignments.
int64_t lower_bound_of(const Instance& instance);

}  // namespace nookc
