// One pool's buffers in the form that the search uses: time cut into sections, and minimum offsets between
// buffers. Its size is linear in the number of buffers: pairs that meet are not listed, see meet().
#pragma once
#include <cstdint>
#include <vector>

#include "nook/plan/problem.h"

namespace nookc {

// The sections from `begin` up to, but not including, `end`.
struct SectionRange {
  int32_t begin, end;
};

struct Item {
  int32_t buffer;                      // index in the problem
  int32_t size;                        // in bytes
  int64_t stack;                       // size rounded up to the common divisor of all offsets
  int32_t alignment;                   // in bytes
  int32_t pinned;                      // offset or nook::kAnywhere
  int32_t begin, end;                  // from its first section to after its last
  int64_t steps;                       // number of steps it lives
  bool shares = false;                 // it is the upper buffer of a separation
  std::vector<SectionRange> sections;  // the sections in which it is live
};

// An item that meets another one: if `item` is above it, then at least `distance` bytes above its start.
struct Above {
  int32_t item;
  int64_t distance;
};

// Bytes that two items may both use in a section; the sum of the section's items counts them twice.
struct Shared {
  int32_t other, section;
  int64_t bytes;
};

// Sections whose items are all live in another section are omitted. Two items that meet do so in a remaining
// section, and the busiest section remains.
struct Instance {
  std::vector<Item> items;
  std::vector<std::vector<Above>> above;    // per item: items whose distance above it is less than its size
  std::vector<std::vector<Shared>> shared;  // per item
  std::vector<int64_t> sum;                 // per section: bytes of its items, shared bytes counted once
  std::vector<int64_t> padding;             // per section: how much shorter the topmost item may be
  std::vector<int32_t> isolated;  // buffers that meet no others: they are at 0 or where they are pinned
  int64_t lower_bound = 0;        // no plan is lower

  int32_t section_count() const { return static_cast<int32_t>(sum.size()); }
};

// The problem must have one pool.
Instance make_instance(const nook::Problem& problem);

// Whether two items are live at the same time.
inline bool meet(const Item& a, const Item& b) {
  if (a.end <= b.begin || b.end <= a.begin) return false;
  if (a.sections.size() == 1 && b.sections.size() == 1) return true;
  for (const SectionRange& x : a.sections)
    for (const SectionRange& y : b.sections)
      if (x.begin < y.end && y.begin < x.end) return true;
  return false;
}

// The bytes of the busiest section, rounded to alignments.
int64_t lower_bound_of(const Instance& instance);

}  // namespace nookc
