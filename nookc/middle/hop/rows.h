// Sets of rows along the time axis.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace nookc {

// Rows [begin, end).
struct Rows {
  int32_t begin = 0, end = 0;

  int32_t count() const { return std::max(0, end - begin); }
  bool empty() const { return end <= begin; }
  bool holds(const Rows& other) const { return begin <= other.begin && other.end <= end; }
  friend bool operator==(const Rows&, const Rows&) = default;
};

// Disjoint ranges in rising order; ranges that touch are one.
class RowSet {
 public:
  void add(Rows rows) {
    if (rows.empty()) return;
    std::vector<Rows> merged;
    for (const Rows& each : ranges_) {
      if (each.end < rows.begin || rows.end < each.begin)
        merged.push_back(each);
      else
        rows = {std::min(rows.begin, each.begin), std::max(rows.end, each.end)};
    }
    merged.insert(std::ranges::upper_bound(merged, rows.begin, {}, &Rows::begin), rows);
    ranges_ = std::move(merged);
  }
  const std::vector<Rows>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  // The smallest range with all rows. The set must not be empty.
  Rows hull() const { return {ranges_.front().begin, ranges_.back().end}; }

 private:
  std::vector<Rows> ranges_;
};

}  // namespace nookc
