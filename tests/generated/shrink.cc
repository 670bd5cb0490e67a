#include "tests/generated/shrink.h"

#include <algorithm>

namespace generated {
namespace {

using Record = std::vector<uint32_t>;

class Shrinking {
 public:
  Shrinking(Made from, const std::function<bool(const Record&, Made&)>& holds, int most_trials)
      : best_(std::move(from)), holds_(holds), trials_(most_trials) {}

  Made run() {
    while (leave_out_groups() || leave_out_runs() || lower_all()) {
    }
    return std::move(best_);
  }

 private:
  // Shorter is better, then lower.
  static bool better(const Record& a, const Record& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }

  bool try_record(const Record& record) {
    if (trials_ <= 0) return false;
    --trials_;
    Made made;
    if (!holds_(record, made) || !better(made.choices, best_.choices)) return false;
    best_ = std::move(made);
    return true;
  }

  Record without(size_t first, size_t end) const {
    Record record = best_.choices;
    end = std::min(end, record.size());
    record.erase(record.begin() + static_cast<ptrdiff_t>(first),
                 record.begin() + static_cast<ptrdiff_t>(end));
    return record;
  }

  // Tries to remove a group and to decrement the earlier choice that counts the groups, if there is one.
  bool try_without(size_t first, size_t end) {
    if (try_record(without(first, end))) return true;
    for (size_t i = 0; i < std::min<size_t>(first, 6); ++i) {
      Record record = without(first, end);
      if (record[i] == 0) continue;
      --record[i];
      if (try_record(record)) return true;
    }
    return false;
  }

  bool leave_out_groups() {
    bool any = false;
    for (size_t i = best_.groups.size(); i-- > 0;) {
      if (i >= best_.groups.size()) continue;
      const Choices::Group group = best_.groups[i];
      any |= try_without(group.first, group.end);
    }
    return any;
  }

  bool leave_out_runs() {
    bool any = false;
    for (const size_t length : {8u, 4u, 2u, 1u})
      for (size_t at = best_.choices.size(); at-- > 0;)
        if (at < best_.choices.size()) any |= try_record(without(at, at + length));
    return any;
  }

  bool lower(size_t at, uint32_t to) {
    Record record = best_.choices;
    if (at >= record.size() || record[at] <= to) return false;
    record[at] = to;
    return try_record(record);
  }

  bool lower_all() {
    bool any = false;
    for (size_t i = 0; i < best_.choices.size(); ++i) {
      const uint32_t now = best_.choices[i];
      if (now == 0) continue;
      any |= lower(i, 0) || lower(i, now / 2) || lower(i, now - 1);
    }
    return any;
  }

  Made best_;
  const std::function<bool(const Record&, Made&)>& holds_;
  int trials_;
};

}  // namespace

Made shrink(Made from, const std::function<bool(const Record&, Made&)>& holds, int most_trials) {
  return Shrinking(std::move(from), holds, most_trials).run();
}

}  // namespace generated
