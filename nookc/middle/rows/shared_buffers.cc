#include "nookc/middle/rows/shared_buffers.h"

#include <algorithm>

namespace nookc {
namespace {

uint64_t bit(size_t stage) { return uint64_t{1} << stage % 64; }

}  // namespace

SharedBuffers::SharedBuffers(size_t stages) : used_(stages / 64 + 1), met_(stages, used_) {}

void SharedBuffers::use(size_t stage, bool used) {
  uint64_t& bits = used_[stage / 64];
  bits = used ? bits | bit(stage) : bits & ~bit(stage);
}

void SharedBuffers::write(size_t stage) {
  for (size_t i = 0; i < used_.size(); ++i) met_[stage][i] |= used_[i];
}

bool SharedBuffers::together(size_t a, size_t b) const {
  return (met_[a][b / 64] & bit(b)) != 0 || (met_[b][a / 64] & bit(a)) != 0;
}

void SharedBuffers::share(std::vector<RowStage>& stages, std::vector<size_t> candidates) const {
  const auto bytes = [&](size_t i) { return int64_t{stages[i].held} * stages[i].row_bytes; };
  std::ranges::stable_sort(candidates, [&](size_t a, size_t b) { return bytes(a) > bytes(b); });
  std::vector<std::vector<size_t>> groups;
  for (const size_t i : candidates) {
    const auto apart = [&](const std::vector<size_t>& group) {
      return std::ranges::none_of(group, [&](size_t k) { return together(i, k); });
    };
    const auto group = std::ranges::find_if(groups, apart);
    if (group == groups.end()) {
      groups.push_back({i});
    } else {
      stages[i].into = static_cast<int32_t>(group->front());
      group->push_back(i);
    }
  }
}

}  // namespace nookc
