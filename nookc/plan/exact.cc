#include "nookc/plan/exact.h"

#include <algorithm>
#include <map>
#include <vector>

namespace nookc {
namespace {

int64_t align_up(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

class Search {
 public:
  Search(const nook::Problem& problem, nook::Plan* plan, int64_t most_visits)
      : buffers_(problem.buffers), plan_(*plan), most_visits_(most_visits) {
    for (int32_t i = 0; i < static_cast<int32_t>(buffers_.size()); ++i)
      if (buffers_[static_cast<size_t>(i)].size > 0) left_.push_back(i);
    for (const nook::Separation& s : problem.separations) above_[{s.upper, s.lower}] = s.bytes;
    natural_.resize(buffers_.size());
    offsets_.resize(buffers_.size());
    for (const int32_t i : left_) {
      Step step;  // whenever most is alive, some buffer has just begun
      const auto alive = [&](int32_t j) { return at(j).first <= at(i).first && at(i).first <= at(j).last; };
      for (const int32_t j : left_)
        if (alive(j)) step.alive.push_back(j);
      for (const nook::Separation& s : problem.separations)
        if (at(s.upper).size > 0 && at(s.lower).size > 0 && alive(s.upper) && alive(s.lower))
          step.shared.push_back(
              {s.upper, s.lower,
               std::min<int64_t>(at(s.upper).size, at(s.lower).size - distance(s.upper, s.lower))});
      steps_.push_back(std::move(step));
    }
    visits_a_node_ = static_cast<int64_t>(left_.size());
    for (const Step& step : steps_) visits_a_node_ += static_cast<int64_t>(step.alive.size());
    is_left_.assign(buffers_.size(), false);
    for (const int32_t i : left_) is_left_[static_cast<size_t>(i)] = true;
  }

  Searched run() {
    const bool pinned =
        std::ranges::any_of(left_, [&](int32_t i) { return at(i).pinned != nook::kAnywhere; });
    best_ = plan_.height;
    result_.lower_bound = bound(0);
    if (!pinned && best_ > result_.lower_bound) descend(0, 0);
    plan_.height = static_cast<int32_t>(best_);
    const bool complete = !pinned && result_.visits < most_visits_;
    result_.optimal = complete || best_ == result_.lower_bound;
    if (complete) result_.lower_bound = best_;
    return result_;
  }

 private:
  // Two buffers that are alive at a step and may share bytes, which the sum of all counts twice.
  struct Shared {
    int32_t upper, lower;
    int64_t bytes;
  };
  struct Step {
    std::vector<int32_t> alive;
    std::vector<Shared> shared;
  };

  const nook::Buffer& at(int32_t i) const { return buffers_[static_cast<size_t>(i)]; }
  int64_t& natural(int32_t i) { return natural_[static_cast<size_t>(i)]; }
  int64_t start_of(int32_t i) { return align_up(natural(i), at(i).alignment); }

  // The bytes by which `upper` must start above `lower` that starts below it.
  int64_t distance(int32_t upper, int32_t lower) const {
    const auto separated = above_.find({upper, lower});
    return separated == above_.end() ? at(lower).size : std::min(separated->second, at(lower).size);
  }

  bool is_left(int32_t i) const { return is_left_[static_cast<size_t>(i)]; }

  // What the busiest step needs above the lowest place that is open to its buffers that are still to come.
  int64_t bound(int64_t last) {
    int64_t most = 0;
    for (const Step& step : steps_) {
      int64_t floor = INT64_MAX, sum = 0, largest = 0;
      for (const int32_t i : step.alive) {
        if (!is_left(i)) continue;
        floor = std::min(floor, std::max(last, natural(i)));
        sum += at(i).size, largest = std::max<int64_t>(largest, at(i).size);
      }
      if (sum == 0) continue;
      for (const Shared& s : step.shared)
        if (is_left(s.upper) && is_left(s.lower)) sum -= s.bytes;
      most = std::max(most, floor + std::max(sum, largest));
    }
    return most;
  }

  // Places one more buffer, none below `last`; `height` is that of those that are placed.
  void descend(int64_t last, int64_t height) {
    if (result_.visits >= most_visits_ || best_ == result_.lower_bound) return;
    result_.visits += visits_a_node_;
    if (left_.empty()) {
      best_ = height;
      for (size_t i = 0; i < offsets_.size(); ++i) plan_.offsets[i] = offsets_[i];
      return;
    }
    if (std::max(height, bound(last)) >= best_) return;
    int64_t first_end = INT64_MAX;  // what starts here or above has room below it for another
    for (const int32_t i : left_) first_end = std::min(first_end, std::max(last, start_of(i)) + at(i).size);
    std::vector<int32_t> candidates;
    for (const int32_t i : left_)
      if (start_of(i) >= last && start_of(i) < first_end) candidates.push_back(i);
    std::ranges::sort(candidates, [&](int32_t a, int32_t b) {
      if (start_of(a) != start_of(b)) return start_of(a) < start_of(b);
      return at(a).size != at(b).size ? at(a).size > at(b).size : a < b;
    });
    for (const int32_t i : candidates) place(i, height);
  }

  void place(int32_t self, int64_t height) {
    const int64_t start = start_of(self);
    if (start + at(self).size >= best_) return;
    const std::vector<int64_t> before = natural_;
    const std::vector<int32_t> left = left_;
    std::erase(left_, self);
    is_left_[static_cast<size_t>(self)] = false;
    offsets_[static_cast<size_t>(self)] = static_cast<int32_t>(start);
    for (const int32_t i : left_)
      if (nook::conflict_in_time(at(i), at(self)))
        natural(i) = std::max(natural(i), start + distance(i, self));
    descend(start, std::max(height, start + at(self).size));
    natural_ = before, left_ = left;
    is_left_[static_cast<size_t>(self)] = true;
  }

  nook::Span<const nook::Buffer> buffers_;
  nook::Plan& plan_;
  int64_t most_visits_, visits_a_node_ = 0;
  std::map<std::pair<int32_t, int32_t>, int32_t> above_;
  std::vector<Step> steps_;
  std::vector<int32_t> left_;     // to be placed
  std::vector<bool> is_left_;     // by buffer
  std::vector<int64_t> natural_;  // by buffer: what those that are placed leave free
  std::vector<int32_t> offsets_;
  int64_t best_ = 0;
  Searched result_;
};

}  // namespace

Searched search_lower(const nook::Problem& problem, nook::Plan* plan, int64_t most_visits) {
  return Search(problem, plan, most_visits).run();
}

}  // namespace nookc
